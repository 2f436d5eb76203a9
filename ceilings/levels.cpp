#include "ceilings/levels.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "ceilings/plateau.hpp"
#include "core/quantity.hpp"
#include "core/statistics.hpp"

namespace mansard::ceilings {
namespace {

constexpr double agreement_factor = 2;
// The sweep's grid has steps of √2: an edge one step off is the same edge.
constexpr double one_step = 1.5;
// Sources that read one cache say the same number; rounding aside.
constexpr double same_claim = 1.1;
// A point is disturbed beyond this; neighbouring levels differ by 25 % and more.
constexpr double noise = 0.15;
constexpr double disturbed_share = 0.25;
constexpr std::array<Level, 3> cache_levels{Level::L1, Level::L2, Level::L3};

bool agree(double a, double b, double factor = agreement_factor) {
    return std::max(a, b) <= factor * std::min(a, b);
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

/// A sweep of one kind. Other programs can only take from a rate, so the best trial of a block speaks for it.
struct Sweep {
    std::vector<SweepPoint> points{};
    /// By size: whether the blocks there disagree, with each other or with their own best trial, or their
    /// threads waited.
    std::map<double, bool> disturbed{};
};

Sweep sweep_of(const Samples& samples, Kind kind) {
    Sweep sweep;
    std::map<double, std::pair<double, double>> extremes;
    for (const Series& series : samples.series) {
        const Target& target = series.target;
        if (target.kind != kind || target.threads != 1) continue;
        if (kind == Kind::bandwidth && target.pattern != Pattern::load) continue;
        for (const Block& block : series.blocks) {
            if (block.phase != Phase::sweep || !block.faults.empty()) continue;
            const double least_s = *std::min_element(block.seconds.begin(), block.seconds.end());
            const double best = rate(target, series.work, block.elements, least_s);
            const double good = kind == Kind::latency ? 1 / best : best;
            const double bytes = series.working_set_bytes;
            sweep.points.push_back({bytes, good});
            const auto [entry, fresh] = extremes.try_emplace(bytes, good, good);
            entry->second.first = std::min(entry->second.first, good);
            entry->second.second = std::max(entry->second.second, good);
            sweep.disturbed[bytes] = sweep.disturbed[bytes] || !is_left_alone(block) ||
                                     least_s < (1 - noise) * median(block.seconds);
        }
    }
    double beyond = 0;  // the best rate of all larger sets: one that lies below it was held down
    for (auto size = extremes.rbegin(); size != extremes.rend(); ++size) {
        const auto& [least, best] = size->second;
        bool& disturbed = sweep.disturbed[size->first];
        disturbed = disturbed || least < (1 - noise) * best || best < (1 - noise) * beyond;
        beyond = std::max(beyond, best);
    }
    return sweep;
}

/// Whether the sweep's points from well within `a` to well beyond `b` show the edge between them clearly.
bool is_clear(const Sweep& sweep, double a, double b) {
    const auto first = sweep.disturbed.lower_bound(0.5 * std::min(a, b));
    const auto last = sweep.disturbed.upper_bound(2 * std::max(a, b));
    const auto all = std::distance(first, last);
    const auto bad = std::count_if(first, last, [](const auto& point) { return point.second; });
    return static_cast<double>(bad) <= disturbed_share * static_cast<double>(all);
}

std::vector<const CacheClaim*> claims_of(const Machine& machine, Level level) {
    std::vector<const CacheClaim*> claims;
    for (const CacheClaim& claim : machine.caches)
        if (claim.level == level) claims.push_back(&claim);
    return claims;
}

bool all_agree(const std::vector<const CacheClaim*>& claims) {
    return std::all_of(claims.begin(), claims.end(), [&](const CacheClaim* claim) {
        return agree(claim->bytes, claims.front()->bytes, same_claim);
    });
}

/// Which of the sweep and the claims holds: sets size.bytes, certain and by_claims.
void settle(LevelSize& size, const Sweep& sweep, const std::vector<const CacheClaim*>& claims,
            std::optional<double> inner) {
    const auto found = size.detected_bytes;
    // No level is smaller than the one within: such an edge is another's.
    if (found && inner && *found <= *inner && size.claimed_bytes) {
        size.bytes = size.claimed_bytes;
        size.by_claims = true;
        size.certain = claims.size() > 1 && all_agree(claims);
        return;
    }
    if (!found) {
        size.bytes = size.claimed_bytes;
        size.by_claims = true;
        size.certain = all_agree(claims);
        return;
    }
    size.bytes = found;
    const double claimed = size.claimed_bytes.value_or(*found);
    if (is_clear(sweep, *found, claimed)) return;
    if (size.claimed_bytes && agree(*found, claimed, one_step)) return;
    // What is shared is no certain size of a level: its neighbours have a part of it.
    const bool own = size.level == Level::L1 || size.level == Level::L2;
    if (own && claims.size() > 1 && all_agree(claims)) {
        size.bytes = claimed;
        size.by_claims = true;
        return;
    }
    size.certain = false;
}

/// "hwloc, sysfs and cpuid".
std::string sources(const std::vector<const CacheClaim*>& claims) {
    std::vector<std::string_view> names;
    names.reserve(claims.size());
    for (const CacheClaim* claim : claims) names.push_back(claim->source);
    if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
    return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

Note disagreement(const LevelSize& size, const std::vector<const CacheClaim*>& claims) {
    const std::string found = binary_size(*size.detected_bytes);
    const std::string claimed = binary_size(*size.claimed_bytes);
    if (size.by_claims)
        return {.code = "cache_size_by_claims",
                .text = fmt::format("{}: a plateau of the disturbed sweep ends at {}; {} claim{} {}, which "
                                    "is taken",
                                    name_of(size.level), found, sources(claims),
                                    claims.size() == 1 ? "s" : "", claimed),
                .remedy = "calibrate at a quieter time if the claim is not to be trusted"};
    return {.code = "cache_size_disagreement",
            .text = fmt::format("{}: the sweep's plateau ends at {}, {} claims {}", name_of(size.level),
                                found, size.claimed_by, claimed),
            .remedy =
                "none needed: sets are sized by the sweep; on a shared machine other guests use part "
                "of the cache"};
}

}  // namespace

std::vector<LevelSize> find_levels(const Samples& samples) {
    const Sweep loads = sweep_of(samples, Kind::bandwidth), chases = sweep_of(samples, Kind::latency);
    const Sizes by_loads = assign(plateau_ends(loads.points), samples.machine);
    const Sizes by_latency = assign(plateau_ends(chases.points), samples.machine);
    std::vector<LevelSize> levels;
    std::optional<double> inner;
    for (std::size_t i = 0; i < cache_levels.size(); ++i) {
        const auto found = by_loads[i] ? by_loads[i] : by_latency[i];
        const auto claims = claims_of(samples.machine, cache_levels[i]);
        if (!found && claims.empty()) continue;
        LevelSize size{.level = cache_levels[i], .detected_bytes = found};
        if (!claims.empty()) {
            size.claimed_bytes = claims.front()->bytes;
            size.claimed_by = claims.front()->source;
            size.agrees = found && agree(*found, claims.front()->bytes);
        }
        settle(size, by_loads[i] ? loads : chases, claims, inner);
        inner = size.bytes;
        levels.push_back(std::move(size));
    }
    return levels;
}

std::vector<Note> level_notes(std::span<const LevelSize> levels, const Machine& machine) {
    std::vector<Note> notes;
    for (const LevelSize& size : levels) {
        const auto claims = claims_of(machine, size.level);
        if (size.detected_bytes && size.claimed_bytes && (!size.agrees || size.by_claims))
            notes.push_back(disagreement(size, claims));
        for (const CacheClaim* claim : claims)
            if (!agree(claims.front()->bytes, claim->bytes))
                notes.push_back(
                    {.code = "cache_claims_differ",
                     .text = fmt::format("{}: {} claims {}, {} claims {}", name_of(size.level),
                                         claims.front()->source, binary_size(claims.front()->bytes),
                                         claim->source, binary_size(claim->bytes)),
                     .remedy = "none needed: the first is used where the sweep shows nothing"});
    }
    return notes;
}

}  // namespace mansard::ceilings
