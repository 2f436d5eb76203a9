#include "tests/codegen/disassembly.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <regex>
#include <sstream>

namespace mansard::codegen {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::uint64_t hex(const std::string& digits) {
    return std::stoull(digits, nullptr, 16);
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Splits at the commas that stand outside of (…), […] and {…}.
std::vector<std::string> split_operands(const std::string& text) {
    std::vector<std::string> operands;
    int depth = 0;
    std::string operand;
    for (const char c : text) {
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (c == ',' && depth == 0) {
            operands.push_back(trimmed(operand));
            operand.clear();
        } else {
            operand += c;
        }
    }
    if (const std::string last = trimmed(operand); !last.empty()) operands.push_back(last);
    return operands;
}

Instruction parse_instruction(std::uint64_t address, std::string text) {
    static constexpr std::array prefixes = {"rep", "repz",    "repnz",  "lock",   "cs",
                                            "ds",  "es",      "ss",     "fs",     "gs",
                                            "bnd", "notrack", "data16", "addr32", "{vex}"};
    // "# 9 <f+0x9>" is x86's comment, "// …" AArch64's, whose numbers begin with # too, but without a space.
    for (const char* comment : {"# ", "//"}) text = text.substr(0, text.find(comment));
    text = trimmed(text);
    Instruction result{.address = address, .mnemonic = {}, .text = text};
    std::string rest = text;
    do {
        const auto end = rest.find_first_of(" \t");
        result.mnemonic = rest.substr(0, end);
        rest = end == std::string::npos ? "" : trimmed(rest.substr(end));
    } while (!rest.empty() && std::ranges::count(prefixes, result.mnemonic) > 0);
    static const std::regex place("(?:^|,)\\s*([0-9a-f]+) <[^>]*>$");
    std::smatch match;
    if (std::regex_search(rest, match, place)) {
        result.target = hex(match[1]);
        rest = rest.substr(0, rest.rfind(" <"));
    }
    result.operands = split_operands(rest);
    return result;
}

/// "name", "name+0x10", "name-0x4" as symbol and addend.
void split_addend(const std::string& value, std::string& symbol, std::int64_t& addend) {
    static const std::regex form("^(.*?)(?:([+-])0x([0-9a-f]+))?$");
    std::smatch match;
    std::regex_match(value, match, form);
    symbol = match[1];
    addend = match[3].matched ? static_cast<std::int64_t>(hex(match[3])) : 0;
    if (match[2] == "-") addend = -addend;
}

}  // namespace

std::vector<Function> parse_functions(std::string_view listing) {
    static const std::regex section("^Disassembly of section (.*):$");
    static const std::regex head("^([0-9a-f]+) <(.*)>:$");
    static const std::regex instruction("^\\s+([0-9a-f]+):\t(.*)$");
    static const std::regex relocation("^\\s+[0-9a-f]+: R_\\S+\\s+(\\S+)$");
    std::vector<Function> functions;
    std::string current;
    for (const std::string& line : lines_of(listing)) {
        std::smatch match;
        if (std::regex_match(line, match, section)) {
            current = match[1];
        } else if (std::regex_match(line, match, head)) {
            functions.push_back({.section = current, .name = match[2], .address = hex(match[1])});
        } else if (functions.empty()) {
            continue;
        } else if (std::regex_match(line, match, relocation)) {
            if (functions.back().body.empty()) continue;
            std::int64_t addend = 0;
            split_addend(match[1], functions.back().body.back().relocation, addend);
        } else if (std::regex_match(line, match, instruction)) {
            functions.back().body.push_back(parse_instruction(hex(match[1]), match[2]));
        }
    }
    return functions;
}

std::vector<Section> parse_sections(std::string_view listing) {
    static const std::regex head(
        "^\\s*[0-9]+ (\\S+)\\s+[0-9a-f]+\\s+[0-9a-f]+\\s+[0-9a-f]+\\s+[0-9a-f]+\\s+2\\*\\*[0-9]+$");
    std::vector<Section> sections;
    bool flags_follow = false;
    for (const std::string& line : lines_of(listing)) {
        std::smatch match;
        if (flags_follow) sections.back().flags = trimmed(line);
        flags_follow = std::regex_match(line, match, head);
        if (flags_follow) sections.push_back({.name = match[1], .flags = {}});
    }
    return sections;
}

std::vector<Symbol> parse_symbols(std::string_view listing) {
    // Value, seven columns of flags (the first: binding, the second: weak), section, size, name.
    static const std::regex form("^([0-9a-f]{16}) (.)(.).{5} (\\S+)\t[0-9a-f]+\\s+(?:\\.hidden )?(\\S+)$");
    std::vector<Symbol> symbols;
    for (const std::string& line : lines_of(listing)) {
        std::smatch match;
        if (!std::regex_match(line, match, form)) continue;
        symbols.push_back({.section = match[4],
                           .name = match[5],
                           .value = hex(match[1]),
                           .binding = match[2].str()[0],
                           .weak = match[3] == "w"});
    }
    return symbols;
}

std::vector<Relocation> parse_relocations(std::string_view listing) {
    static const std::regex head("^RELOCATION RECORDS FOR \\[(.*)\\]:$");
    static const std::regex record("^([0-9a-f]{16}) R_\\S+\\s+(\\S+)$");
    std::vector<Relocation> relocations;
    std::string section;
    for (const std::string& line : lines_of(listing)) {
        std::smatch match;
        if (std::regex_match(line, match, head)) {
            section = match[1];
        } else if (std::regex_match(line, match, record)) {
            relocations.push_back({.section = section, .offset = hex(match[1]), .symbol = {}});
            split_addend(match[2], relocations.back().symbol, relocations.back().addend);
        }
    }
    return relocations;
}

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 ? std::string(text.get()) : name;
}

}  // namespace mansard::codegen
