#include "analyzer/join.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "analyzer/device_check.hpp"
#include "analyzer/device_kinds.hpp"
#include "analyzer/nvidia/kernel_name.hpp"
#include "analyzer/program.hpp"
#include "analyzer/region_counts.hpp"

namespace mansard::analyzer {
namespace {

/// Formats of GPU kernels, whose names mean the same. Others name what only they know.
constexpr std::array<std::string_view, 5> kernel_formats{"ncu-csv", "ncu-text", "nsys-csv", "nsys-sqlite",
                                                         "nvprof"};

bool has_counts(const Point& point) {
    return !point.flops.empty() || !point.bytes.empty();
}

enum class Role : std::uint8_t { none, counts, times };

Role role_of(const Profile& profile) {
    if (std::ranges::find(kernel_formats, profile.format) == kernel_formats.end() || profile.points.empty())
        return Role::none;
    if (std::any_of(profile.points.begin(), profile.points.end(), has_counts)) return Role::counts;
    const bool timed = std::all_of(profile.points.begin(), profile.points.end(),
                                   [](const Point& point) { return point.seconds.has_value(); });
    return timed ? Role::times : Role::none;
}

/// All points of one name, grid and block.
struct Group {
    std::string name{}, base{}, grid{}, block{};
    std::vector<Point*> points{};
    double calls = 0;
    bool used = false;
    std::string unmatched{};  ///< why it has no partner
};

bool fits(const Group& a, const Group& b, bool exactly) {
    const auto same = [exactly](const std::string& x, const std::string& y) {
        return exactly ? x == y && !x.empty() : x == y || x.empty() || y.empty();
    };
    return same(a.grid, b.grid) && same(a.block, b.block);
}

class Groups {
  public:
    explicit Groups(Profile& profile) {
        std::map<std::array<std::string, 3>, std::size_t> index;
        std::map<std::string, std::string, std::less<>> normal;  // names repeat, and are long
        for (Point& point : profile.points) {
            const auto [name, is_new_name] = normal.try_emplace(point.name);
            if (is_new_name) name->second = nvidia::normal_name(point.name);
            const std::string grid = point.details ? point.details->grid : "";
            const std::string block = point.details ? point.details->block : "";
            const auto [found, is_new] = index.try_emplace({name->second, grid, block}, groups_.size());
            if (is_new)
                groups_.push_back({.name = name->second,
                                   .base = nvidia::base_name(point.name),
                                   .grid = grid,
                                   .block = block});
            Group& group = groups_[found->second];
            group.points.push_back(&point);
            group.calls += point.calls;
        }
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            by_name_[groups_[i].name].push_back(i);
            by_base_[groups_[i].base].push_back(i);
        }
    }

    std::vector<Group>& all() { return groups_; }

    /// The groups that may be the kernel of `wanted`, by the strictest way that finds any.
    std::vector<Group*> partners(const Group& wanted) {
        for (const bool exactly : {true, false})
            if (auto found = among(by_name_, wanted.name, wanted, exactly, false); !found.empty())
                return found;
        return among(by_base_, wanted.base, wanted, false, true);
    }

  private:
    using Index = std::map<std::string, std::vector<std::size_t>, std::less<>>;
    std::vector<Group*> among(const Index& index, const std::string& name, const Group& wanted, bool exactly,
                              bool bare) {
        std::vector<Group*> found;
        const auto places = index.find(name);
        if (places == index.end()) return found;
        for (const std::size_t i : places->second) {
            Group& group = groups_[i];
            // A bare name stands for any of its templates; two full names that differ are two kernels.
            const bool is_bare = group.name == group.base || wanted.name == wanted.base;
            if ((!bare || is_bare) && fits(group, wanted, exactly)) found.push_back(&group);
        }
        return found;
    }

    std::vector<Group> groups_{};
    Index by_name_{}, by_base_{};
};

/// What one call of a kernel does, and what to say of it.
struct Counted {
    Point sum{};
    double calls = 0;
};

std::optional<Counted> counted(const std::vector<Group*>& groups) {
    ProgramSum sum;
    Counted out;
    std::vector<std::string> notes;
    for (const Group* group : groups)
        for (const Point* point : group->points) {
            sum.add(*point);
            out.calls += point->calls;
            for (const std::string& note : point->notes)
                if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
        }
    auto point = sum.point(std::nullopt);
    if (!point) return std::nullopt;
    out.sum = *std::move(point);
    out.sum.notes.insert(out.sum.notes.begin(), notes.begin(), notes.end());
    // The time comes from elsewhere.
    std::erase_if(out.sum.notes, [](const std::string& note) {
        return note.starts_with("the profile has no") || note.starts_with("time left out") ||
               note.starts_with("FLOPs left out: only 0 of");
    });
    return out;
}

/// Adds what `from` counted in `from_calls` calls to a point that lacks it.
void attach(Point& to, const Point& from, double from_calls) {
    const double factor = to.calls / from_calls;
    if (to.flops.empty())
        for (FlopCount flops : from.flops) {
            flops.count *= factor;
            if (std::isfinite(flops.count)) to.flops.push_back(flops);
        }
    for (ByteCount bytes : from.bytes) {
        const bool there = std::ranges::any_of(to.bytes, [&](const ByteCount& one) {
            return one.level == bytes.level && one.basis == bytes.basis;
        });
        if (there) continue;
        bytes.count *= factor;
        if (bytes.read) *bytes.read *= factor;
        if (bytes.written) *bytes.written *= factor;
        if (std::isfinite(bytes.count)) to.bytes.push_back(bytes);
    }
    for (const std::string& note : from.notes)
        if (std::ranges::find(to.notes, note) == to.notes.end()) to.notes.push_back(note);
}

std::string counted_calls(double calls) {
    return calls == 1 ? "1 profiled call" : fmt::format("{:.0f} profiled calls", calls);
}

class Joiner {
  public:
    Joiner(Profile& times, Profile& counts)
        : times_(times), counts_(counts), timed_(times), counted_(counts) {}

    void run() {
        for (Group& group : timed_.all()) match(group);
        settle();
    }

  private:
    void match(Group& group) {
        std::vector<Group*> partners = counted_.partners(group);
        if (partners.empty()) {
            group.unmatched = "not among the counted kernels";
            return;
        }
        double calls = 0;
        for (const Group* partner : partners) calls += partner->calls;
        const auto unmatched = [&](std::string why) {
            for (Group* partner : partners) partner->unmatched = why;
            group.unmatched = std::move(why);
        };
        if (partners.size() > 1 && calls != group.calls)
            return unmatched("counted with several grids, and not as often as it was timed");
        // Counts without a grid, of a kernel that ran with several; or a bare name of several templates.
        for (Group* partner : partners)
            if (partner->used || timed_.partners(*partner).size() > 1)
                return unmatched("its counts fit several of the timed kernels");
        const auto work = counted(partners);
        if (!work || work->calls <= 0) return;
        for (Group* partner : partners) partner->used = true;
        group.used = true;
        give(group, partners, *work);
    }

    /// One by one where both profiles have each launch on its own and as many of them; else the mean of a
    /// call.
    static void give(Group& group, const std::vector<Group*>& partners, const Counted& work) {
        const auto single = [](const std::vector<Point*>& points) {
            return std::ranges::all_of(points, [](const Point* point) { return point->calls == 1; });
        };
        const bool one_by_one = partners.size() == 1 && partners[0]->points.size() == group.points.size() &&
                                single(group.points) && single(partners[0]->points);
        for (std::size_t i = 0; i < group.points.size(); ++i) {
            Point& point = *group.points[i];
            if (one_by_one) {
                const Point& launch = *partners[0]->points[i];
                attach(point, launch, launch.calls);
                point.records += launch.records;
                continue;
            }
            attach(point, work.sum, work.calls);
            if (work.calls != group.calls)
                point.notes.push_back(fmt::format("counts of {}, taken for all {:.0f}",
                                                  counted_calls(work.calls), group.calls));
            else if (group.points.size() > 1)
                point.notes.emplace_back("counts are the mean of the profiled calls");
        }
        if (one_by_one) return;
        for (const Group* partner : partners)
            for (const Point* point : partner->points) group.points[0]->records += point->records;
    }

    void settle() {
        std::size_t matched = 0, without_counts = 0, without_time = 0;
        std::string examples;
        const auto example = [&](const Group& group, std::string_view lacks) {
            constexpr std::size_t most_examples = 5;
            if (without_counts + without_time <= most_examples)
                examples += fmt::format("{}\"{}\" {}", examples.empty() ? "" : ", ", group.base, lacks);
        };
        for (const Group& group : timed_.all()) {
            if (group.used) {
                ++matched;
                continue;
            }
            ++without_counts;
            example(group, "has no counts");
            for (Point* point : group.points)
                point->notes.push_back(fmt::format("no counts: {}", group.unmatched));
        }
        for (const Group& group : counted_.all()) {
            if (group.used) continue;
            ++without_time;
            example(group, "has no time");
            for (const Point* point : group.points)
                for (std::uint32_t i = 0; i < point->records; ++i)
                    times_.rejected.push_back(
                        {.record = counts_.source,
                         .name = point->name,
                         .reason = group.unmatched.empty()
                                       ? fmt::format("counted, but no such kernel in {}", times_.source)
                                       : fmt::format("no time in {}: {}", times_.source, group.unmatched)});
        }
        std::string text = fmt::format(
            "Counts of {} and times of {} are joined by name, grid and block: {} both", counts_.source,
            times_.source, matched == 1 ? "1 kernel has" : fmt::format("{} kernels have", matched));
        if (!examples.empty())
            text += fmt::format("; without counts, with their time: {}; without a time, rejected: {} ({})",
                                without_counts, without_time, examples);
        times_.records += counts_.records;
        times_.rejected.insert(times_.rejected.end(), counts_.rejected.begin(), counts_.rejected.end());
        times_.notes.insert(times_.notes.end(), counts_.notes.begin(), counts_.notes.end());
        times_.notes.push_back({.severity = matched > 0 ? Severity::info : Severity::warning,
                                .code = "profiles_joined",
                                .text = std::move(text),
                                .remedy = without_counts + without_time > 0
                                              ? "profile the same run with both tools, and all of its kernels"
                                              : ""});
        if (times_.device.empty() || is_device_kind(times_.device)) times_.device = counts_.device;
        take_regions();
        times_.source += " + " + counts_.source;
        times_.format += " + " + counts_.format;
    }

    /// Layers that only the counting run was told of.
    void take_regions() {
        if (!times_.regions.empty()) return;
        for (Point& region : counts_.regions) {
            if (region.seconds) region.notes.emplace_back("its time is that of the run that counted");
            times_.regions.push_back(std::move(region));
        }
    }

    Profile& times_;
    Profile& counts_;
    Groups timed_, counted_;
};

/// The devices that both name, and they differ.
bool other_device(const Profile& a, const Profile& b) {
    const auto names = [](const Profile& profile) {
        return !profile.device.empty() && !is_device_kind(profile.device);
    };
    return names(a) && names(b) && !same_model(a.device, b.device);
}

}  // namespace

void join_counts_and_times(std::vector<Profile>& profiles) {
    std::vector<std::size_t> times, counts;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const Role role = role_of(profiles[i]);
        if (role == Role::times) times.push_back(i);
        if (role == Role::counts) counts.push_back(i);
    }
    if (times.empty() || counts.empty()) return;
    Profile& timed = profiles[times[0]];
    if (times.size() > 1) {
        timed.notes.push_back(
            {.severity = Severity::warning,
             .code = "not_joined",
             .text = fmt::format("{} profiles have times alone: counts are joined with none of them",
                                 times.size()),
             .remedy = "give one of them at a time"});
        return;
    }
    std::erase_if(counts, [&](std::size_t i) {
        if (!other_device(timed, profiles[i])) return false;
        timed.notes.push_back(
            {.severity = Severity::warning,
             .code = "not_joined",
             .text = fmt::format("The counts of {} are of another device ({}) than the times ({}): they are "
                                 "not joined",
                                 profiles[i].source, profiles[i].device, timed.device),
             .remedy = "profile both on one device"});
        return true;
    });
    for (const std::size_t i : counts) Joiner(timed, profiles[i]).run();
    count_regions(timed);
    for (auto i = counts.rbegin(); i != counts.rend(); ++i)
        profiles.erase(profiles.begin() + static_cast<std::ptrdiff_t>(*i));
}

}  // namespace mansard::analyzer
