#include "analyzer/compare/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

using Points = std::vector<const PlacedPoint*>;

/// The full name that `text` stands for among `points`; empty if there is none or more than one.
std::string full_name(std::string_view text, const Analysis& points) {
    std::set<std::string_view> holding;
    for (const PlacedPoint& placed : points.points) {
        if (placed.point.name == text) return std::string(text);
        if (!text.empty() && placed.point.name.find(text) != std::string::npos)
            holding.insert(placed.point.name);
    }
    return holding.size() == 1 ? std::string(*holding.begin()) : "";
}

Renaming parse_renaming(const std::string& text, const Analysis& before, const Analysis& after) {
    bool split = false;
    // A name may hold an equals sign itself: the first split that names a point on both sides counts.
    for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
        split = true;
        Renaming renaming{full_name(text.substr(0, at), before), full_name(text.substr(at + 1), after)};
        if (!renaming.before.empty() && !renaming.after.empty()) return renaming;
    }
    throw Error(Exit::usage,
                split ? fmt::format("\"{}\" does not name one point of each profile", printable(text))
                      : fmt::format("\"{}\" holds no =", printable(text)),
                {.where = "--map",
                 .expected = "OLD=NEW: a name of before and one of after, whole or a part that no other has",
                 .remedy = "the names stand in the tables of `mansard analyze`"});
}

/// What tells points of one name apart; empty parts are not known.
using Parts = std::array<std::string, 6>;
constexpr std::array<std::string_view, 6> part_names{"grid", "block", "shapes", "threads", "step", "device"};

Parts parts_of(const PlacedPoint& placed) {
    const Point& point = placed.point;
    Parts parts;
    if (point.details)
        parts[0] = point.details->grid, parts[1] = point.details->block, parts[2] = point.details->shapes;
    if (point.threads) parts[3] = std::to_string(*point.threads);
    parts[4] = point.step.str(), parts[5] = point.device.str();
    return parts;
}

/// Which parts not all of the points share.
std::array<bool, 6> varying(const Points& points) {
    std::array<bool, 6> vary{};
    const Parts first = parts_of(*points.front());
    for (const PlacedPoint* point : points) {
        const Parts parts = parts_of(*point);
        for (std::size_t i = 0; i < vary.size(); ++i) vary[i] = vary[i] || parts[i] != first[i];
    }
    return vary;
}

/// By those parts that are `wanted`.
std::map<Parts, Points> by_parts(const Points& points, const std::array<bool, 6>& wanted) {
    std::map<Parts, Points> groups;
    for (const PlacedPoint* point : points) {
        Parts parts = parts_of(*point);
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (!wanted[i]) parts[i].clear();
        groups[parts].push_back(point);
    }
    return groups;
}

/// "grid 12,1,1, block 256,1,1": those parts that are wanted and known.
std::string words_of(const Parts& parts, const std::array<bool, 6>& wanted) {
    std::string words;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (wanted[i] && !parts[i].empty())
            words += fmt::format("{}{} {}", words.empty() ? "" : ", ", part_names[i], parts[i]);
    return words;
}

/// Pairs what only one point on each side is.
void match_group(const std::string& name, const Points& before, const Points& after, bool merged,
                 Matches& matches) {
    if (after.size() == 1 && (before.size() == 1 || merged)) {
        matches.matched.push_back({.before = before, .after = after[0]});
        return;
    }
    // A block size that changed for all of them does not tell which is which.
    const std::array<bool, 6> differ = varying(before);
    std::array<bool, 6> wanted = varying(after);
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = wanted[i] || differ[i];
    const auto left = by_parts(before, wanted), right = by_parts(after, wanted);
    bool all = true;
    for (const auto& [parts, points] : left) {
        const auto same = right.find(parts);
        if (same != right.end() && points.size() == 1 && same->second.size() == 1)
            matches.matched.push_back({points, same->second[0], words_of(parts, differ)});
        else
            all = false;
    }
    if (!all || left.size() != right.size()) matches.ambiguous.push_back(name);
}

}  // namespace

std::vector<Renaming> parse_renamings(std::span<const std::string> texts, const Analysis& before,
                                      const Analysis& after) {
    std::vector<Renaming> renamings;
    for (const std::string& text : texts) renamings.push_back(parse_renaming(text, before, after));
    return renamings;
}

Matches match_points(const Analysis& before, const Analysis& after, std::span<const Renaming> renamings) {
    std::map<std::string, Points> left, right;
    std::map<std::string, std::set<std::string>> sources;
    for (const PlacedPoint& placed : before.points) {
        const auto renamed = std::find_if(renamings.begin(), renamings.end(), [&](const Renaming& renaming) {
            return renaming.before == placed.point.name;
        });
        const std::string& name = renamed == renamings.end() ? placed.point.name : renamed->after;
        left[name].push_back(&placed);
        sources[name].insert(placed.point.name);
    }
    for (const PlacedPoint& placed : after.points) right[placed.point.name].push_back(&placed);

    Matches matches;
    for (const auto& [name, points] : left) {
        const auto same = right.find(name);
        if (same == right.end())
            matches.only_before.insert(matches.only_before.end(), points.begin(), points.end());
        else
            // Several names that were made one are meant to be summed; several points of one name are not.
            match_group(name, points, same->second, sources[name].size() == points.size(), matches);
    }
    for (const auto& [name, points] : right)
        if (!left.contains(name))
            matches.only_after.insert(matches.only_after.end(), points.begin(), points.end());
    const auto longest_first = [](const Match& a, const Match& b) {
        return a.before[0]->point.seconds.value_or(0) > b.before[0]->point.seconds.value_or(0);
    };
    std::stable_sort(matches.matched.begin(), matches.matched.end(), longest_first);
    return matches;
}

const PlacedPoint* most_alike(std::string_view name, std::span<const PlacedPoint* const> candidates,
                              double least) {
    const PlacedPoint* best = nullptr;
    double most = least;
    for (const PlacedPoint* candidate : candidates) {
        const std::string_view other = candidate->point.name;
        const std::size_t shorter = std::min(name.size(), other.size());
        // Kernels of one source differ at their end (a schedule, a tile) or in the middle (a template
        // argument): what is alike from both ends tells them.
        std::size_t head = 0, tail = 0;
        while (head < shorter && name[head] == other[head]) ++head;
        while (tail < shorter - head && name[name.size() - 1 - tail] == other[other.size() - 1 - tail])
            ++tail;
        const double alike = static_cast<double>(head + tail) / static_cast<double>(std::max<std::size_t>(
                                                                    std::max(name.size(), other.size()), 1));
        if (alike > most) most = alike, best = candidate;
    }
    return best;
}

}  // namespace mansard::analyzer
