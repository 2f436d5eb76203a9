#include "ceilings/rule.hpp"

#include <algorithm>

#include "ceilings/checks.hpp"

namespace mansard::ceilings {

bool has_note(const Samples& samples, std::string_view code) {
    return std::any_of(samples.notes.begin(), samples.notes.end(),
                       [code](const Note& note) { return note.code == code; });
}

void add_flag(Roof& roof, std::string_view flag) {
    if (!has_flag(roof, flag)) roof.flags.emplace_back(flag);
}

bool clearly_below(const Roof& low, const Roof& high, double factor) {
    return spread_of(low).high < factor * spread_of(high).low;
}

std::optional<double> goodness(const Series& series, const Block& block) {
    const double rate = block_rate(series, block);
    const double good = series.target.kind == Kind::latency ? 1 / rate : rate;
    if (!scales_with_clock(series.target)) return good;
    const auto clock = block_clock(block);
    return clock ? std::optional(good / *clock / series.target.threads) : std::nullopt;
}

}  // namespace mansard::ceilings
