#include "analyzer/nvidia/unit.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mansard::analyzer::nvidia {
namespace {

/// Longer ones are no units; each slash of theirs would be a step deeper.
constexpr std::size_t most_characters = 40;

/// As printed (old and new versions spell differently), and what of.
using Name = std::pair<std::string_view, std::string_view>;
constexpr std::array<Name, 26> names{{{"s", "second"},
                                      {"second", "second"},
                                      {"byte", "byte"},
                                      {"bytes", "byte"},
                                      {"B", "byte"},
                                      {"hz", "cycle/second"},
                                      {"Hz", "cycle/second"},
                                      {"cycle", "cycle"},
                                      {"inst", "inst"},
                                      {"sector", "sector"},
                                      {"thread", "thread"},
                                      {"request", "request"},
                                      {"warp", "warp"},
                                      {"block", "block"},
                                      {"op", "op"},
                                      {"register", "register"},
                                      {"%", "%"},
                                      {"pct", "%"},
                                      {"SM", "SM"},
                                      {"sample", "sample"},
                                      {"tag", "tag"},
                                      {"wavefront", "wavefront"},
                                      {"way", "way"},
                                      {"line", "line"},
                                      {"FLOP", "FLOP"},
                                      {"cluster", "cluster"}}};
constexpr std::array<std::pair<char, double>, 9> prefixes{{{'n', 1e-9},
                                                           {'u', 1e-6},
                                                           {'m', 1e-3},
                                                           {'K', 1e3},
                                                           {'k', 1e3},
                                                           {'M', 1e6},
                                                           {'G', 1e9},
                                                           {'T', 1e12},
                                                           {'P', 1e15}}};

std::optional<Unit> named(std::string_view text) {
    const auto* const found = std::ranges::find(names, text, &Name::first);
    return found == names.end() ? std::nullopt : std::optional(Unit{1, std::string(found->second)});
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text) {
    if (text.size() > most_characters) return std::nullopt;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        const auto above = parse_unit(text.substr(0, slash)), below = parse_unit(text.substr(slash + 1));
        if (!above || !below) return std::nullopt;
        return Unit{above->scale / below->scale, above->base + '/' + below->base};
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return Unit{};
    text = text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
    if (auto plain = named(text)) return plain;
    const auto* const prefix = std::ranges::find(prefixes, text[0], &std::pair<char, double>::first);
    auto unit = prefix == prefixes.end() ? std::nullopt : named(text.substr(1));
    if (unit) unit->scale = prefix->second;
    return unit;
}

}  // namespace mansard::analyzer::nvidia
