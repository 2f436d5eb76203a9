#include "ceilings/plateau.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr std::size_t least_sweep_points = 6;
constexpr std::size_t least_plateau_points = 3;
constexpr double least_plateau_span = 2;
// Noise of ±5 % moves a point by 10 % against the plateau's best; neighbouring levels differ by 25 % and
// more.
constexpr double on_plateau = 0.85;
constexpr double below_plateau = 0.80;
constexpr std::size_t least_points_below = 2;
constexpr double agreement_factor = 2;
constexpr std::array<Level, 3> cache_levels{Level::L1, Level::L2, Level::L3};

/// One point per size with the best rate seen there: other programs can only take from it.
std::vector<SweepPoint> best_by_size(std::span<const SweepPoint> points) {
    std::map<double, double> best;
    for (const SweepPoint& point : points) {
        double& rate = best[point.bytes];
        rate = std::max(rate, point.rate);
    }
    std::vector<SweepPoint> out;
    out.reserve(best.size());
    for (const auto& [bytes, rate] : best) out.push_back({bytes, rate});
    return out;
}

/// Index one past the last point, from `first` on, whose rate is at least `rate`. Rates fall.
std::size_t run_end(std::span<const SweepPoint> points, std::size_t first, double rate) {
    while (first < points.size() && points[first].rate >= rate) ++first;
    return first;
}

bool agree(double a, double b) {
    return std::max(a, b) <= agreement_factor * std::min(a, b);
}

using Sizes = std::array<std::optional<double>, cache_levels.size()>;

/// Gives each plateau end a level, in order. `costs` are distances in octaves from the claims; among all
/// ordered choices of levels the nearest wins, and the inner levels win a tie (no claims: L1, L2, L3 in
/// turn).
Sizes assign(std::span<const double> ends, const Machine& machine) {
    std::vector<std::size_t> candidates, unclaimed;
    for (std::size_t i = 0; i < cache_levels.size(); ++i)
        (machine.cache(cache_levels[i]) ? candidates : unclaimed).push_back(i);
    // A level that nobody claims is used only where the sweep shows more plateaus than there are claims.
    for (const std::size_t level : unclaimed)
        if (candidates.size() < ends.size()) candidates.push_back(level);
    std::sort(candidates.begin(), candidates.end());
    ends = ends.first(std::min(ends.size(), candidates.size()));

    Sizes best{};
    double least = std::numeric_limits<double>::infinity();
    // At most three levels: each subset of the candidates, as bits, in ascending order.
    for (unsigned chosen = 0; chosen < 1U << candidates.size(); ++chosen) {
        Sizes sizes{};
        double cost = 0;
        std::size_t next = 0;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if ((chosen >> i & 1U) == 0) continue;
            if (next < ends.size()) {
                sizes[candidates[i]] = ends[next];
                if (const auto claim = machine.cache(cache_levels[candidates[i]]))
                    cost += std::abs(std::log2(ends[next] / claim->bytes));
            }
            ++next;
        }
        if (next == ends.size() && cost < least) {
            least = cost;
            best = sizes;
        }
    }
    return best;
}

std::vector<SweepPoint> sweep(const Samples& samples, Kind kind) {
    std::vector<SweepPoint> points;
    for (const Series& series : samples.series) {
        const Target& target = series.target;
        if (target.kind != kind || target.threads != 1) continue;
        if (kind == Kind::bandwidth && target.pattern != Pattern::load) continue;
        for (const Block& block : series.blocks) {
            if (block.phase != Phase::sweep || !block.faults.empty()) continue;
            const double rate = block_rate(series, block);
            points.push_back({series.working_set_bytes, kind == Kind::latency ? 1 / rate : rate});
        }
    }
    return points;
}

}  // namespace

std::vector<double> plateau_ends(std::span<const SweepPoint> points) {
    std::vector<SweepPoint> curve = best_by_size(points);
    if (curve.size() < least_sweep_points) return {};
    for (std::size_t i = curve.size() - 1; i-- > 0;)
        curve[i].rate = std::max(curve[i].rate, curve[i + 1].rate);

    std::vector<double> ends;
    for (std::size_t first = 0; first < curve.size();) {
        std::size_t end = run_end(curve, first, on_plateau * curve[first].rate);
        const bool flat = end - first >= least_plateau_points &&
                          curve[end - 1].bytes >= least_plateau_span * curve[first].bytes;
        if (!flat) {
            ++first;
            continue;
        }
        // The first point may belong to the slope that leads here: what most of the run reaches is the level.
        const double level = curve[first + (end - first) / 2].rate;
        end = std::max(end, run_end(curve, first, on_plateau * level));
        const std::size_t below = curve.size() - run_end(curve, first, below_plateau * level);
        if (below >= least_points_below) ends.push_back(curve[end - 1].bytes);
        first = end;
    }
    return ends;
}

std::vector<LevelSize> find_levels(const Samples& samples) {
    Sizes sizes = assign(plateau_ends(sweep(samples, Kind::bandwidth)), samples.machine);
    const Sizes by_latency = assign(plateau_ends(sweep(samples, Kind::latency)), samples.machine);
    std::vector<LevelSize> levels;
    for (std::size_t i = 0; i < cache_levels.size(); ++i) {
        if (!sizes[i]) sizes[i] = by_latency[i];
        const auto claim = samples.machine.cache(cache_levels[i]);
        if (!sizes[i] && !claim) continue;
        LevelSize size{.level = cache_levels[i], .detected_bytes = sizes[i]};
        if (claim) {
            size.claimed_bytes = claim->bytes;
            size.claimed_by = claim->source;
        }
        size.agrees = size.detected_bytes && claim && agree(*size.detected_bytes, claim->bytes);
        levels.push_back(std::move(size));
    }
    return levels;
}

std::vector<Note> level_notes(std::span<const LevelSize> levels, const Machine& machine) {
    std::vector<Note> notes;
    for (const LevelSize& size : levels) {
        if (size.detected_bytes && size.claimed_bytes && !size.agrees)
            notes.push_back({.code = "cache_size_disagreement",
                             .text = fmt::format("{}: the sweep's plateau ends at {}, {} claims {}",
                                                 name_of(size.level), binary_size(*size.detected_bytes),
                                                 size.claimed_by, binary_size(*size.claimed_bytes)),
                             .remedy =
                                 "none needed: sets are sized by the sweep; on a shared machine other guests "
                                 "use part of the cache"});
        const CacheClaim* first = nullptr;
        for (const CacheClaim& claim : machine.caches) {
            if (claim.level != size.level) continue;
            if (first == nullptr)
                first = &claim;
            else if (!agree(first->bytes, claim.bytes))
                notes.push_back(
                    {.code = "cache_claims_differ",
                     .text = fmt::format("{}: {} claims {}, {} claims {}", name_of(size.level), first->source,
                                         binary_size(first->bytes), claim.source, binary_size(claim.bytes)),
                     .remedy = "none needed: the first is used where the sweep shows nothing"});
        }
    }
    return notes;
}

}  // namespace mansard::ceilings
