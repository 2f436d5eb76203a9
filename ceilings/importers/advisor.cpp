// Intel Advisor's roofs, one a line: name, tabulator, B/s or FLOP/s, tabulator, "memory" or "compute".
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ceilings/importers/importer.hpp"
#include "core/file.hpp"

namespace mansard::ceilings {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool has(std::string_view name, std::string_view word) {
    return name.find(word) != std::string_view::npos;
}

std::optional<Level> level_of(std::string_view name) {
    for (const Level level : {Level::L1, Level::L2, Level::L3, Level::DRAM})
        if (has(name, name_of(level))) return level;
    return std::nullopt;
}

/// "DP Vector FMA Peak", "Scalar Add Peak", "Int32 Vector Add Peak".
std::optional<Target> compute_of(std::string_view name) {
    Target target{.kind = Kind::compute, .engine = Engine::vector};
    if (has(name, "Int")) {
        if (has(name, "Int8"))
            target.dtype = Dtype::i8;
        else if (has(name, "Int32"))
            target.dtype = Dtype::i32;
        else
            return std::nullopt;
    } else {
        target.dtype = has(name, "SP ") ? Dtype::f32 : Dtype::f64;
    }
    if (has(name, "Scalar")) target.engine = Engine::scalar, target.isa = Isa::scalar;
    target.op = has(name, "FMA") ? Op::fma : Op::add;
    return target;
}

bool knows(std::string_view head) {
    const std::string_view line = trimmed(head.substr(0, head.find('\n')));
    return line.ends_with("\tmemory") || line.ends_with("\tcompute");
}

Ceilings import(const std::filesystem::path& path) {
    const std::string content = read_file(path);
    ImportedRoofs roofs(path, "Intel Advisor");
    std::size_t unknown = 0;
    const std::string_view text = content;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = trimmed(text.substr(start, end - start));
        start = end + 1;
        const std::size_t last = line.rfind('\t');
        if (last == std::string_view::npos || last == 0) continue;
        const std::size_t middle = line.rfind('\t', last - 1);
        if (middle == std::string_view::npos) continue;
        const std::string_view name = trimmed(line.substr(0, middle)), kind = trimmed(line.substr(last));
        const std::string_view digits = trimmed(line.substr(middle, last - middle));
        double value = 0;
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        const bool number = error == std::errc() && stop == digits.data() + digits.size();
        std::optional<Target> target;
        if (number && kind == "compute") {
            target = compute_of(name);
        } else if (number && kind == "memory") {
            if (const auto level = level_of(name))
                target = Target{.kind = Kind::bandwidth, .level = level, .pattern = Pattern::load};
        }
        if (!target) {
            ++unknown;
            continue;
        }
        const bool core = has(name, "single-threaded") || has(name, "single thread");
        target->scope = core ? Scope::core : Scope::device;
        // All of the device, however many they are: the file does not say.
        target->threads = core ? 1 : 0;
        roofs.add(*target, value, {}, target->level ? std::optional(value) : std::nullopt);
    }
    if (unknown > 0)
        roofs.note("lines_left_out", fmt::format("{} lines name no roof that is known here", unknown));
    roofs.note("threads_unknown",
               "Advisor's file does not say how many cores its roofs of the whole device are of");
    return roofs.finish({}, 0);
}

}  // namespace

extern constinit const CeilingsImporterDesc advisor_ceilings{
    .name = "advisor", .summary = "Intel Advisor's roofs as text", .knows = knows, .import = import};

}  // namespace mansard::ceilings
