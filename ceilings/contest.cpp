#include "ceilings/contest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "ceilings/checks.hpp"
#include "ceilings/estimate.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// Above a quarter of the blocks, throttled ones reach into the upper quartile's neighbourhood: the value is
// low.
constexpr double spoilt_fraction = 0.25;
constexpr double set_agreement = 0.05;
// Two sets this far apart are two sizes, not one size found twice.
constexpr double other_size = 1.25;

struct Entrant {
    const Series* series = nullptr;
    Estimate estimate{};
};

bool better(const Entrant& a, const Entrant& b) {
    if (a.estimate.faults.empty() != b.estimate.faults.empty()) return a.estimate.faults.empty();
    const bool latency = a.series->target.kind == Kind::latency;
    return latency ? a.estimate.value < b.estimate.value : a.estimate.value > b.estimate.value;
}

std::string why_absent(const Contest& contest) {
    for (const Series* series : contest.series)
        if (series->blocks.empty() && !series->absent_reason.empty()) return series->absent_reason;
    const bool searched = std::any_of(contest.series.begin(), contest.series.end(),
                                      [](const Series* series) { return !series->blocks.empty(); });
    return searched ? "only the search among its variants was measured: the run ended before the final rounds"
                    : "not measured: the run ended before its turn";
}

/// Bytes that cross the level's bus for one architectural byte: an ordinary store to a line that is not in
/// the caches within first reads it. `update` has read the line anyway; in L1 there is nothing to allocate
/// from.
std::optional<double> bus_factor(const Series& series) {
    const Target& target = series.target;
    if (target.kind != Kind::bandwidth) return std::nullopt;
    if (target.level != Level::L2 && target.level != Level::L3 && target.level != Level::DRAM)
        return std::nullopt;
    const double total = series.work.read_bytes + series.work.written_bytes;
    if (total <= 0) return std::nullopt;
    // A GPU writes whole sectors and reads none of them first.
    const bool allocates =
        !series.work.nontemporal && target.pattern != Pattern::update && target.device == "cpu";
    return (total + (allocates ? series.work.written_bytes : 0)) / total;
}

/// The reasons that the GPU gave for a lower clock in the counted blocks, each once.
std::vector<std::string> throttle_reasons(const Series& series) {
    std::vector<std::string> reasons;
    for (const Block* block : counted_blocks(series))
        if (block->gpu)
            for (const std::string& reason : block->gpu->throttle_reasons)
                if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end())
                    reasons.push_back(reason);
    return reasons;
}

/// Whether it was more than the GPU's ordinary power cap, which is part of what the GPU is.
bool is_spoilt(const Estimate& estimate, const std::vector<std::string>& reasons) {
    return estimate.throttled_blocks > spoilt_fraction * estimate.samples &&
           (reasons.empty() || std::any_of(reasons.begin(), reasons.end(), is_harmful));
}

void add_block_notes(Roof& roof, const Estimate& estimate, const std::vector<std::string>& reasons) {
    if (!reasons.empty())
        roof.notes.push_back(
            {.code = "throttled",
             .text = fmt::format("the GPU lowered its clock in {} of {} blocks: {}",
                                 estimate.throttled_blocks, estimate.samples, fmt::join(reasons, ", ")),
             .remedy = "read it beside the clock; values per cycle are not touched"});
    else if (estimate.throttled_blocks > 0)
        roof.notes.push_back({.code = "throttled",
                              .text = fmt::format("throttling fell in {} of {} blocks",
                                                  estimate.throttled_blocks, estimate.samples),
                              .remedy = "raise the CPU quota of the cgroup, or measure fewer cores"});
    if (estimate.unsteady_blocks > 0)
        roof.notes.push_back({.code = "unsteady_clock",
                              .text = fmt::format("the clock changed by 3 % or more within {} of {} blocks",
                                                  estimate.unsteady_blocks, estimate.samples),
                              .remedy = "measure when the machine is quiet"});
}

/// Takes the smaller sets of a DRAM roof out of `entrants` and returns them: they check the largest, as
/// rivals they would win by what a cache still holds of them.
std::vector<Entrant> take_smaller_sets(std::vector<Entrant>& entrants) {
    double largest = 0;
    for (const Entrant& entrant : entrants) largest = std::max(largest, entrant.series->working_set_bytes);
    const auto smaller = std::stable_partition(entrants.begin(), entrants.end(), [&](const Entrant& entrant) {
        return entrant.series->target.level != Level::DRAM ||
               entrant.series->working_set_bytes * other_size > largest;
    });
    std::vector<Entrant> taken(smaller, entrants.end());
    entrants.erase(smaller, entrants.end());
    return taken;
}

/// The best of the smaller DRAM sets must agree with the roof, or one of the two measured something else.
void check_two_sets(Roof& roof, const Entrant& winner, const std::vector<Entrant>& smaller) {
    if (smaller.empty()) return;
    const Entrant& other = *std::min_element(smaller.begin(), smaller.end(), better);
    // One or two blocks have no spread: any difference would be judged by the machine's mood.
    if (std::min(winner.estimate.samples, other.estimate.samples) < blocks_for_range) return;
    const Interval a = spread_of(winner.estimate);
    const Interval b = spread_of(other.estimate);
    if (a.low <= b.high * (1 + set_agreement) && b.low <= a.high * (1 + set_agreement)) return;
    mark_suspect(
        roof, fmt::format("sets of {} and {} differ by more than 5 %: {} and {}",
                          binary_size(winner.series->working_set_bytes),
                          binary_size(other.series->working_set_bytes), si(winner.estimate.value, roof.unit),
                          si(other.estimate.value, roof.unit)));
}

/// The streams of a variant that differs from others of its roof by them alone: 4 of "s4", nothing of
/// "s4p16".
std::optional<int> streams_of(const std::string& variant) {
    int streams = 0;
    const char* const end = variant.data() + variant.size();
    if (!variant.starts_with('s')) return std::nullopt;
    const auto [stop, error] = std::from_chars(variant.data() + 1, end, streams);
    return error == std::errc() && stop == end ? std::optional(streams) : std::nullopt;
}

/// Bandwidth against the number of streams: the best search block of each, with the winner's set. Search
/// blocks rank variants; they make no roof.
void note_streams(const Contest& contest, const Series& winner, Roof& roof) {
    if (winner.target.kind != Kind::bandwidth) return;
    std::map<int, double> best;
    for (const Series* series : contest.series) {
        const auto streams = streams_of(series->variant);
        const auto [less, more] = std::minmax(series->working_set_bytes, winner.working_set_bytes);
        if (!streams || more > less * other_size) continue;
        for (const Block& block : series->blocks)
            if (block.phase == Phase::search && !block.repeated) {
                double& rate = best[*streams];
                rate = std::max(rate, block_rate(*series, block));
            }
    }
    if (best.size() < 2) return;
    std::vector<std::string> parts;
    for (const auto& [streams, rate] : best)
        parts.push_back(fmt::format("{}: {}", streams, si(rate, roof.unit)));
    roof.notes.push_back(
        {.code = "by_streams", .text = fmt::format("{}", fmt::join(parts, ", ")), .remedy = {}});
}

Roof roof_of(const Entrant& entrant) {
    const auto& [series, estimate] = entrant;
    Roof roof{.id = roof_id(series->target),
              .target = series->target,
              .value = estimate.value,
              .unit = unit_of(series->target),
              .ci95 = estimate.ci95,
              .range = estimate.range,
              .typical = estimate.typical,
              .samples = estimate.samples,
              .status = Status::measured,
              .notes = series->notes,
              .kernel = series->kernel,
              .working_set_bytes = series->working_set_bytes,
              .clock_hz = estimate.clock_hz,
              .per_cycle = estimate.per_cycle};
    if (const auto factor = bus_factor(*series)) roof.bus_value = estimate.value * *factor;
    if (estimate.contended) roof.flags.push_back("contended");
    if (estimate.throttled_blocks > 0) roof.flags.push_back("throttled");
    if (estimate.samples < blocks_for_interval) roof.flags.push_back("few_blocks");
    const std::vector<std::string> reasons = throttle_reasons(*series);
    add_block_notes(roof, estimate, reasons);
    if (!estimate.faults.empty())
        mark_suspect(roof, fmt::format("failed its check: {}", fmt::join(estimate.faults, ", ")));
    if (is_spoilt(estimate, reasons))
        mark_suspect(roof, fmt::format("throttling fell in {} of {} blocks", estimate.throttled_blocks,
                                       estimate.samples));
    return roof;
}

}  // namespace

std::vector<Contest> contests(const Samples& samples) {
    std::vector<Contest> out;
    for (const Series& series : samples.series) {
        if (is_of_sweep(series)) continue;
        const std::string id = roof_id(series.target);
        const auto found = std::find_if(out.begin(), out.end(), [&](const Contest& contest) {
            return contest.id == id && contest.series.front()->target.threads == series.target.threads;
        });
        if (found == out.end())
            out.push_back({.id = id, .series = {&series}});
        else
            found->series.push_back(&series);
    }
    return out;
}

Decision decide(const Contest& contest) {
    std::vector<Entrant> entrants;
    for (const Series* series : contest.series)
        if (auto result = estimate(*series)) entrants.push_back({series, std::move(*result)});

    Decision out;
    if (entrants.empty()) {
        const Target& target = contest.series.front()->target;
        out.roof = {.id = contest.id,
                    .target = target,
                    .unit = unit_of(target),
                    .status = Status::absent,
                    .reason = why_absent(contest)};
    } else {
        const std::vector<Entrant> smaller = take_smaller_sets(entrants);
        const Entrant& winner = *std::min_element(entrants.begin(), entrants.end(), better);
        out.winner = winner.series;
        out.roof = roof_of(winner);
        note_streams(contest, *winner.series, out.roof);
        check_two_sets(out.roof, winner, smaller);
        for (const Entrant& other : entrants)
            if (other.series != winner.series && !other.estimate.faults.empty())
                out.roof.notes.push_back(
                    {.code = "variant_failed",
                     .text = fmt::format("{} failed its check ({}) and was left out", other.series->kernel,
                                         fmt::join(other.estimate.faults, ", ")),
                     .remedy = "report it: a kernel computes something else than it claims"});
    }
    return out;
}

}  // namespace mansard::ceilings
