#include "tests/codegen/object.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

#include "core/error.hpp"

namespace mansard::codegen {

std::string Object::table_name() const {
    return fmt::format("mansard::kernels::{}::{}_kernels", row, family);
}

std::vector<Object> read_objects(const std::filesystem::path& list) {
    std::ifstream in(list);
    if (!in) throw Error(Exit::bad_input, "cannot read the list of object files", {.where = list.string()});
    std::vector<Object> objects;
    std::string row;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("row ")) {
            row = line.substr(4);
            continue;
        }
        const std::string file = std::filesystem::path(line).filename().string();
        objects.push_back({.path = line, .row = row, .family = file.substr(0, file.find('.'))});
    }
    return objects;
}

std::string objdump(const std::string& options, const std::filesystem::path& object) {
    const std::string command = fmt::format("'{}' {} '{}'", MANSARD_OBJDUMP, options, object.string());
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw Error(Exit::bad_input, "cannot start objdump", {.where = command});
    std::string output;
    std::array<char, 65536> buffer{};
    for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        output.append(buffer.data(), n);
    if (const int status = pclose(pipe); status != 0)
        throw Error(Exit::bad_input, fmt::format("objdump ended with status {}", WEXITSTATUS(status)),
                    {.where = command});
    return output;
}

namespace {

/// A place in an object file: what a relocation points to.
struct Place {
    std::string section;
    std::uint64_t offset = 0;
};

struct Listing {
    std::vector<Symbol> symbols;
    std::vector<Relocation> relocations;

    Place place_of(const std::string& demangled_name) const {
        for (const Symbol& symbol : symbols)
            if (symbol.section != "*UND*" && demangled(symbol.name) == demangled_name)
                return {symbol.section, symbol.value};
        throw Error(Exit::bad_input, "no symbol " + demangled_name);
    }
    /// Where the pointer that lies at `at` points to.
    Place pointer_at(const Place& at) const {
        for (const Relocation& relocation : relocations) {
            if (relocation.section != at.section || relocation.offset != at.offset) continue;
            const auto addend = static_cast<std::uint64_t>(relocation.addend);
            for (const Symbol& symbol : symbols)
                if (symbol.name == relocation.symbol) return {symbol.section, symbol.value + addend};
            return {relocation.symbol, addend};  // a section of which objdump lists no symbol
        }
        throw Error(Exit::bad_input, fmt::format("no pointer at {} + {:#x}", at.section, at.offset));
    }
};

}  // namespace

std::vector<Function> run_functions(const Object& object, const kernels::KernelTable& table) {
    if (table.size == 0) return {};
    const std::string text = objdump("-htr", object.path);
    const Listing listing{parse_symbols(text), parse_relocations(text)};
    const std::vector<Function> functions = parse_functions(objdump("-dr --no-show-raw-insn", object.path));
    const Place kernels = listing.pointer_at(listing.place_of(object.table_name()));
    std::vector<Function> found;
    for (std::size_t i = 0; i < table.size; ++i) {
        // The object file's table is laid out as the one in this program, which comes from it.
        const auto offset =
            reinterpret_cast<const char*>(&table.data[i].run) - reinterpret_cast<const char*>(table.data);
        const Place run =
            listing.pointer_at({kernels.section, kernels.offset + static_cast<std::uint64_t>(offset)});
        const auto function = std::ranges::find_if(functions, [&](const Function& candidate) {
            return candidate.section == run.section && candidate.address == run.offset;
        });
        if (function == functions.end())
            throw Error(Exit::bad_input, fmt::format("no function at {} + {:#x}", run.section, run.offset),
                        {.where = object.path.string()});
        found.push_back(*function);
    }
    return found;
}

}  // namespace mansard::codegen
