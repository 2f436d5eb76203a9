#include "analyzer/join_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "analyzer/advice.hpp"
#include "analyzer/finite.hpp"
#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

/// Runs that take so different a time did hardly the same.
constexpr double same_time = 0.10;

constexpr std::array<std::string_view, 3> joined_formats{"likwid-perfctr", "perf-stat", "rocprof"};

bool has_level(const Point& point, Level level) {
    return std::any_of(point.bytes.begin(), point.bytes.end(),
                       [level](const ByteCount& bytes) { return bytes.level == level; });
}

bool is_half(const Point& point, std::string_view note) {
    return std::ranges::find(point.notes, note) != point.notes.end();
}

/// Whether each has half of the memory's channels: their bytes add.
bool are_halves(const Point& one, const Point& other) {
    const auto& [first, second] = half_of_memory;
    return (is_half(one, first) && is_half(other, second)) || (is_half(one, second) && is_half(other, first));
}

bool counted_nothing(const Point& point) {
    return point.flops.empty() && point.bytes.empty();
}

/// Whether the two count different things of what may be the same work.
bool complements(const Point& one, const Point& other) {
    if (one.seconds && other.seconds) {
        // Two times are two pieces of work.
        if (counted_nothing(one) && counted_nothing(other)) return false;
        const double first = *one.seconds / one.calls, second = *other.seconds / other.calls;
        if (first > 2 * second || second > 2 * first) return false;
    }
    if (!one.flops.empty() && !other.flops.empty()) return false;
    const bool halves = are_halves(one, other);
    return std::ranges::none_of(other.bytes, [&](const ByteCount& bytes) {
        return has_level(one, bytes.level) && !(halves && bytes.level == Level::DRAM);
    });
}

void scale(Point& point, double factor) {
    const auto times = [factor](std::optional<double>& value) {
        if (value) *value *= factor;
    };
    for (FlopCount& flops : point.flops) flops.count *= factor;
    for (ByteCount& bytes : point.bytes) {
        bytes.count *= factor;
        times(bytes.read);
        times(bytes.written);
    }
    keep_finite(point);
}

/// Moves what `part` knows and `point` lacks.
void take_over(Point& point, Point& part, const std::string& source) {
    std::string twice;
    if (point.flops.empty())
        point.flops = std::move(part.flops);
    else if (!part.flops.empty())
        twice = "FLOPs";
    const bool halves = are_halves(point, part);
    for (const ByteCount& bytes : part.bytes) {
        const auto there = std::ranges::find(point.bytes, bytes.level, &ByteCount::level);
        if (there == point.bytes.end()) {
            point.bytes.push_back(bytes);
        } else if (halves && bytes.level == Level::DRAM) {
            there->count += bytes.count;
            there->at_least = false;
        } else {
            twice += (twice.empty() ? "" : ", ") + std::string(name_of(bytes.level)) + " bytes";
        }
    }
    if (!twice.empty())
        point.notes.push_back(fmt::format("{} of {} were counted before and are left out", twice, source));
    for (std::string& note : part.notes)
        if (std::find(point.notes.begin(), point.notes.end(), note) == point.notes.end())
            point.notes.push_back(std::move(note));
    if (halves)
        std::erase_if(point.notes, [](const std::string& note) {
            return std::ranges::find(half_of_memory, note) != half_of_memory.end();
        });
    point.records += part.records;
    keep_finite(point);
}

void set_coverage(Point& point, double coverage) {
    Details details = point.details ? *point.details : Details{};
    details.coverage = std::min(details.coverage.value_or(1), coverage);
    point.details = std::make_shared<const Details>(std::move(details));
}

/// "1024,1,1" and the 1024 of tables that give the product only are one size.
std::string total_of(std::string_view size) {
    double product = 1;
    for (std::size_t at = 0; at <= size.size();) {
        const std::size_t end = std::min(size.find(',', at), size.size());
        const ReadNumber number = read_number(size.substr(at, end - at));
        if (number.fault != nullptr) return std::string(size);
        product *= number.value;
        at = end + 1;
    }
    return plain(product, 17);
}

}  // namespace

Point join_runs(std::vector<RunPart> parts) {
    auto first = std::find_if(parts.begin(), parts.end(),
                              [](const RunPart& part) { return !part.point.flops.empty(); });
    if (first == parts.end()) first = parts.begin();
    Point point = std::move(first->point);
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (part == first) continue;
        Point& other = part->point;
        if (other.calls != point.calls) scale(other, point.calls / other.calls);
        const std::optional<double> others_time =
            other.seconds ? std::optional(*other.seconds * (point.calls / other.calls)) : std::nullopt;
        if (point.seconds && other.seconds && *other.seconds > 0 && *point.seconds > 0) {
            const double ratio = *other.seconds / other.calls / (*point.seconds / point.calls);
            if (std::abs(ratio - 1) > same_time)
                point.notes.push_back(fmt::format("the run of {} took {} × the time of that of {}",
                                                  part->source, plain(ratio), first->source));
        }
        if (!point.seconds) point.seconds = others_time;
        take_over(point, other, part->source);
    }
    return point;
}

Point join_turns(std::vector<RunPart> parts) {
    double seconds = 0, calls = 0;
    bool timed = true, called = true;
    for (const RunPart& part : parts) {
        timed = timed && part.point.seconds && *part.point.seconds > 0;
        seconds += part.point.seconds.value_or(0);
        calls += part.point.calls;
        called = called && part.point.calls > 1;
    }
    // Without times nothing tells how much of the whole each part saw.
    if (!timed || !std::isfinite(seconds) || !std::isfinite(calls)) return join_runs(std::move(parts));
    double least = 1;
    for (RunPart& part : parts) {
        const double share = called ? part.point.calls / calls : *part.point.seconds / seconds;
        least = std::min(least, share);
        scale(part.point, 1 / share);
    }
    Point point = std::move(parts[0].point);
    for (std::size_t i = 1; i < parts.size(); ++i) take_over(point, parts[i].point, parts[i].source);
    point.seconds = seconds;
    if (called) point.calls = calls;
    point.notes.push_back(fmt::format(
        "its {} groups of counters took turns, and are extrapolated: the least one ran {} % of the time",
        parts.size(), plain(100 * least)));
    set_coverage(point, least);
    return point;
}

namespace {

/// Joins two kernels' points. Counting slows a kernel down: calls and time are those of the trace, where one
/// of the two is one.
Point join_kernels(std::vector<RunPart> parts) {
    std::optional<std::pair<double, double>> traced;
    for (const RunPart& part : parts)
        if (counted_nothing(part.point) && part.point.seconds)
            traced = {part.point.calls, *part.point.seconds};
    Point point = join_runs(std::move(parts));
    if (!traced) return point;
    scale(point, traced->first / point.calls);
    point.calls = traced->first;
    point.seconds = traced->second;
    std::erase_if(point.notes, [](const std::string& note) { return note.starts_with("time left out"); });
    return point;
}

}  // namespace

void join_profiles(std::vector<Profile>& profiles) {
    using Key = std::tuple<std::string, std::string, int, std::size_t>;
    for (const std::string_view format : joined_formats) {
        // One alone has nothing to be joined with, and may have a million points.
        if (std::ranges::count(profiles, format, &Profile::format) < 2) continue;
        std::map<Key, std::pair<Profile*, std::size_t>> known;
        const bool kernels = format == "rocprof";
        for (Profile& profile : profiles) {
            if (profile.format != format) continue;
            std::map<Key, std::size_t> seen;
            ChunkedQueue<Point> kept;
            std::size_t joined = 0;
            Profile* traced = nullptr;  ///< whose points have the times of this profile
            for (; !profile.points.empty(); profile.points.pop_front()) {
                Point& point = profile.points.front();
                const std::string shape =
                    point.details ? total_of(point.details->grid) + "/" + total_of(point.details->block) : "";
                Key key{point.name, point.device.str() + " " + shape, point.threads.value_or(0), 0};
                std::get<3>(key) = seen[key]++;
                const auto found = known.find(key);
                const bool other_file = found != known.end() && found->second.first != &profile;
                if (other_file) {
                    auto& [owner, place] = found->second;
                    Point& before = owner->points[place];
                    if (complements(before, point)) {
                        std::vector<RunPart> parts;
                        parts.push_back({std::move(before), printable(owner->source)});
                        parts.push_back({std::move(point), printable(profile.source)});
                        const bool trace = counted_nothing(parts[1].point);
                        before = kernels ? join_kernels(std::move(parts)) : join_runs(std::move(parts));
                        if (trace) traced = owner;
                        ++joined;
                        continue;
                    }
                } else {
                    known.try_emplace(key, &profile, kept.size());
                }
                kept.push_back(std::move(point));
            }
            profile.points = std::move(kept);
            if (joined == 0) continue;
            if (kernels && traced != nullptr && profile.points.empty()) {
                traced->seconds_busy = profile.seconds_busy;
                traced->seconds_wall = profile.seconds_wall;
            }
            // What is left of it adds no time of its own.
            if (profile.points.empty() && profile.seconds_wall) profile.seconds_wall = 0;
            if (profile.points.empty() && profile.seconds_busy) profile.seconds_busy = 0;
            profile.notes.push_back(
                {.code = "runs_joined",
                 .text =
                     fmt::format("{} of {} joined with those of the same name in another file: they count "
                                 "different things of the same work",
                                 counted(joined, "point"), printable(profile.source)),
                 .remedy = ""});
        }
    }
}

}  // namespace mansard::analyzer
