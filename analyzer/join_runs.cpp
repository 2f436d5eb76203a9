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
/// Two runs that both counted and differ by more may have done different work: another input, another length.
constexpr double same_work = 2;

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

double seconds_per_call(const Point& point) {
    return *point.seconds / point.calls;
}

enum class Fit : std::uint8_t { none, doubtful, same };

/// Whether the two count different things of the same work. `one_has_time`: the times are known to differ, as
/// one of the two ran without counters and the other was slowed down by them.
Fit fit_of(const Point& one, const Point& other, bool one_has_time) {
    const bool timed = one.seconds && other.seconds;
    // Two times are two pieces of work.
    if (timed && counted_nothing(one) && counted_nothing(other)) return Fit::none;
    if (!one.flops.empty() && !other.flops.empty()) return Fit::none;
    const bool halves = are_halves(one, other);
    if (std::ranges::any_of(other.bytes, [&](const ByteCount& bytes) {
            return has_level(one, bytes.level) && !(halves && bytes.level == Level::DRAM);
        }))
        return Fit::none;
    if (!timed || one_has_time) return Fit::same;
    const double first = seconds_per_call(one), second = seconds_per_call(other);
    return first > same_work * second || second > same_work * first ? Fit::doubtful : Fit::same;
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

/// Joins two kernels' points, the first of which has the time of a run without counters if `first_is_timed`,
/// or either where it counted nothing. Counting slows a kernel down: calls and time are those of that run.
Point join_kernels(std::vector<RunPart> parts, bool first_is_timed) {
    std::optional<std::pair<double, double>> timed;
    double counted_calls = 0;
    for (const RunPart& part : parts) {
        const bool is_time = counted_nothing(part.point) || (first_is_timed && &part == parts.data());
        if (is_time && part.point.seconds && !timed)
            timed = {part.point.calls, *part.point.seconds};
        else
            counted_calls = part.point.calls;
    }
    Point point = join_runs(std::move(parts));
    if (!timed) return point;
    scale(point, timed->first / point.calls);
    point.calls = timed->first;
    point.seconds = timed->second;
    std::erase_if(point.notes, [](const std::string& note) { return note.starts_with("time left out"); });
    if (counted_calls == point.calls || counted_calls <= 0) return point;
    std::string note = counted_calls == 1
                           ? fmt::format("counts of 1 profiled call, taken for all {:.0f}", point.calls)
                           : fmt::format("counts of {:.0f} profiled calls, taken for all {:.0f}",
                                         counted_calls, point.calls);
    if (std::find(point.notes.begin(), point.notes.end(), note) == point.notes.end())
        point.notes.push_back(std::move(note));
    return point;
}

/// Points of one name in two files that are not joined, because their times differ too much.
struct Doubt {
    std::size_t points = 0;
    double ratio = 0;  ///< the largest
    std::string example{};

    void add(const Point& before, const Point& point, const Profile& from, const Profile& profile) {
        ++points;
        const double first = seconds_per_call(before), second = seconds_per_call(point);
        const double times = std::max(first, second) / std::min(first, second);
        if (points > 1 && !(times > ratio)) return;
        ratio = times;
        const bool calls = before.calls != 1 || point.calls != 1;
        example = fmt::format("\"{}\", {} in {} and {} in {}{}", printable(point.name, 60), si(first, "s"),
                              printable(from.source), si(second, "s"), printable(profile.source),
                              calls ? " for each call" : "");
    }

    Note note(const Profile& profile, bool kernels) const {
        return {
            .severity = Severity::warning,
            .code = "not_joined",
            .text = fmt::format(
                "{} of {} may be the same work as what has the same name in another file and counts other "
                "things, but the times differ by more than {} ×: {}{}. They are not joined: such points "
                "stand "
                "twice, and their times count twice",
                counted(points, "point"), printable(profile.source), same_work,
                points > 1 ? "most of all " : "", example),
            .remedy = kernels ? "give a trace of the same run, too (rocprofv3 --kernel-trace): its times "
                                "are taken, however slow counting is; analyze different programs apart"
                              : "count both in runs of the same work, with the same input; analyze "
                                "different programs, or runs of different lengths, apart"};
    }
};

/// Where a point is, so that another file's may be joined to it.
struct Place {
    Profile* owner = nullptr;
    std::size_t at = 0;
    bool has_time = false;  ///< of a run without counters
};

bool is_trace(const Profile& profile) {
    return std::all_of(profile.points.begin(), profile.points.end(), counted_nothing);
}

/// What is left of a profile adds no time of what was joined.
void settle_times(Profile& profile) {
    if (profile.points.empty() && profile.seconds_wall) profile.seconds_wall = 0;
    if (!profile.seconds_busy) return;
    double left = 0;
    for (const Point& point : profile.points) left += point.seconds.value_or(0);
    profile.seconds_busy = std::min(*profile.seconds_busy, left);
}

using Key = std::tuple<std::string, std::string, int, std::size_t>;

class ProfileJoiner {
  public:
    explicit ProfileJoiner(bool kernels) : kernels_(kernels) {}

    void add(Profile& profile) {
        std::map<Key, std::size_t> seen;
        ChunkedQueue<Point> kept;
        Doubt doubt;
        std::size_t joined = 0;
        for (; !profile.points.empty(); profile.points.pop_front()) {
            Point& point = profile.points.front();
            const std::string shape =
                point.details ? total_of(point.details->grid) + "/" + total_of(point.details->block) : "";
            Key key{point.name, point.device.str() + " " + shape, point.threads.value_or(0), 0};
            std::get<3>(key) = seen[key]++;
            const bool has_time = kernels_ && counted_nothing(point) && point.seconds;
            const auto [found, is_new] =
                known_.try_emplace(key, Place{.owner = &profile, .at = kept.size(), .has_time = has_time});
            if (!is_new && found->second.owner != &profile) {
                Place& place = found->second;
                Point& before = place.owner->points[place.at];
                const Fit fit = fit_of(before, point, place.has_time || has_time);
                if (fit == Fit::same) {
                    std::vector<RunPart> parts;
                    parts.push_back({std::move(before), printable(place.owner->source)});
                    parts.push_back({std::move(point), printable(profile.source)});
                    before = kernels_ ? join_kernels(std::move(parts), place.has_time)
                                      : join_runs(std::move(parts));
                    place.has_time = place.has_time || has_time;
                    ++joined;
                    continue;
                }
                if (fit == Fit::doubtful) doubt.add(before, point, *place.owner, profile);
            }
            kept.push_back(std::move(point));
        }
        profile.points = std::move(kept);
        if (doubt.points > 0) profile.notes.push_back(doubt.note(profile, kernels_));
        if (joined == 0) return;
        settle_times(profile);
        profile.notes.push_back(
            {.code = "runs_joined",
             .text = fmt::format("{} of {} joined with those of the same name in another file: they count "
                                 "different things of the same work",
                                 counted(joined, "point"), printable(profile.source)),
             .remedy = ""});
    }

  private:
    bool kernels_;
    std::map<Key, Place> known_{};
};

}  // namespace

void join_profiles(std::vector<Profile>& profiles) {
    for (const std::string_view format : joined_formats) {
        std::vector<Profile*> of_format;
        for (Profile& profile : profiles)
            if (profile.format == format) of_format.push_back(&profile);
        // One alone has nothing to be joined with, and may have a million points.
        if (of_format.size() < 2) continue;
        const bool kernels = format == "rocprof";
        // To a trace all that counted is joined, whatever time counting took.
        if (kernels)
            std::stable_partition(of_format.begin(), of_format.end(),
                                  [](const Profile* profile) { return is_trace(*profile); });
        ProfileJoiner joiner(kernels);
        for (Profile* profile : of_format) joiner.add(*profile);
    }
}

}  // namespace mansard::analyzer
