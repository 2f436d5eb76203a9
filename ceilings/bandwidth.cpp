#include "ceilings/bandwidth.hpp"

#include <algorithm>
#include <cmath>

namespace mansard::ceilings {
namespace {

/// Two mixes are one: a third counted in bytes is not quite the third of a pattern's definition.
constexpr double same_mix = 1e-9;

/// What an element of a pattern reads and writes, in numbers of one size.
struct Work {
    double read = 0, written = 0;
    bool allocates = true;  ///< on the bus it first reads what it writes
};

std::optional<Work> work_of(Pattern pattern) {
    switch (pattern) {
        case Pattern::load:
        case Pattern::strided:
        case Pattern::random:
        case Pattern::gather:
            return Work{.read = 1};
        case Pattern::store:
            return Work{.written = 1};
        case Pattern::copy:
            return Work{.read = 1, .written = 1};
        case Pattern::triad:
            return Work{.read = 2, .written = 1};
        case Pattern::update:
            return Work{.read = 1, .written = 1, .allocates = false};
        case Pattern::nt_store:
            return Work{.written = 1, .allocates = false};
        case Pattern::nt_copy:
            return Work{.read = 1, .written = 1, .allocates = false};
        case Pattern::nt_triad:
            return Work{.read = 2, .written = 1, .allocates = false};
        // Seen from the device, as in counts of its bytes.
        case Pattern::to_device:
        case Pattern::from_peer:
            return Work{.written = 1, .allocates = false};
        case Pattern::from_device:
        case Pattern::to_peer:
            return Work{.read = 1};
        // Of unlike ways to read, or no bandwidth.
        case Pattern::broadcast:
        case Pattern::conflict_2:
        case Pattern::conflict_4:
        case Pattern::conflict_8:
        case Pattern::conflict_32:
        case Pattern::to_device_pageable:
        case Pattern::from_device_pageable:
        case Pattern::chase:
        case Pattern::launch:
            break;
    }
    return std::nullopt;
}

bool bypasses_caches(Pattern pattern) {
    return pattern == Pattern::nt_store || pattern == Pattern::nt_copy || pattern == Pattern::nt_triad;
}

/// Those that stand for an unknown mix: they walk in order, and through the caches.
bool is_ordinary(Pattern pattern) {
    return pattern == Pattern::load || pattern == Pattern::store || pattern == Pattern::copy ||
           pattern == Pattern::triad || pattern == Pattern::update || pattern == Pattern::to_device ||
           pattern == Pattern::from_device || pattern == Pattern::to_peer || pattern == Pattern::from_peer;
}

}  // namespace

Line make_line(const Roof& roof, double factor, std::string name) {
    std::optional<Interval> interval = roof.ci95 ? roof.ci95 : roof.range;
    if (interval) interval = Interval{interval->low * factor, interval->high * factor};
    return {.roof = &roof,
            .factor = factor,
            .value = *roof.value * factor,
            .interval = interval,
            .name = std::move(name)};
}

bool better(const Line& a, const Line& b) {
    return a.suspect() != b.suspect() ? b.suspect() : a.value > b.value;
}

std::optional<double> written_part(Pattern pattern, Convention convention) {
    const auto work = work_of(pattern);
    if (!work) return std::nullopt;
    const bool fills = convention == Convention::bus && work->allocates;
    return work->written / (work->read + work->written + (fills ? work->written : 0));
}

void Bandwidths::add(Pattern pattern, Line line) {
    for (auto& [known, kept] : lines_)
        if (known == pattern) {
            if (better(line, kept)) kept = std::move(line);
            return;
        }
    lines_.emplace_back(pattern, std::move(line));
}

void Bandwidths::index(Convention convention) {
    // Equal lines: the first pattern's, whatever the order of the file.
    std::sort(lines_.begin(), lines_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    // What no ordinary store can do on the bus is past the caches: only there those patterns take part.
    const double most_ordinary = *written_part(Pattern::store, convention);
    knots_.clear();
    ordinary_ = highest_ = -1;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Pattern pattern = lines_[i].first;
        const Line& own = lines_[i].second;
        const int place = static_cast<int>(i);
        const auto beats = [&](int other) { return other < 0 || better(own, line(other)); };
        if (is_ordinary(pattern) && beats(ordinary_)) ordinary_ = place;
        if (beats(highest_)) highest_ = place;
        const auto written = written_part(pattern, convention);
        if (!written || own.suspect()) continue;
        if (bypasses_caches(pattern) && *written <= most_ordinary + same_mix) continue;
        const auto same = std::find_if(knots_.begin(), knots_.end(), [&](const Knot& knot) {
            return std::abs(knot.written - *written) <= same_mix;
        });
        if (same == knots_.end())
            knots_.push_back({*written, place});
        else if (beats(same->place))
            same->place = place;
    }
    std::sort(knots_.begin(), knots_.end(),
              [](const Knot& a, const Knot& b) { return a.written < b.written; });
}

Mix Bandwidths::at(std::optional<double> written) const {
    const auto alone = [this](int place, bool mix_known) -> Mix {
        const Line& one = line(place);
        return {.first = &one, .value = one.value, .interval = one.interval, .mix_known = mix_known};
    };
    if (!written || knots_.empty()) return ordinary_ < 0 ? Mix{} : alone(ordinary_, false);
    std::size_t above = 0;
    while (above < knots_.size() && knots_[above].written < *written - same_mix) ++above;
    if (above == knots_.size()) return alone(knots_.back().place, true);
    if (above == 0 || knots_[above].written <= *written + same_mix) return alone(knots_[above].place, true);
    const Knot &low = knots_[above - 1], &high = knots_[above];
    const Line &first = line(low.place), &second = line(high.place);
    const double weight = (*written - low.written) / (high.written - low.written);
    const auto blend = [weight](double a, double b) { return 1 / ((1 - weight) / a + weight / b); };
    Mix mix{.first = &first,
            .second = &second,
            .weight = weight,
            .value = blend(first.value, second.value),
            .mix_known = true};
    if (first.interval && second.interval)
        mix.interval = Interval{blend(first.interval->low, second.interval->low),
                                blend(first.interval->high, second.interval->high)};
    return mix;
}

}  // namespace mansard::ceilings
