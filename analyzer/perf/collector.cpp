#include "analyzer/perf/collector.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/finite.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::perf {
namespace {

using State = metrics::EventAmount::State;

/// No machine has more CPUs, and no file more threads worth a region each.
constexpr std::size_t most_labels = 4096;
constexpr std::size_t most_groups = 1024;
/// Two kinds of cores that together ran an event that long, in %, were not one thread that moved between
/// them.
constexpr double one_thread = 101;
/// A share below it means that events took turns.
constexpr double all_the_time = 0.9999;

/// B, where perf has scaled a count to bytes itself.
std::optional<double> bytes_of(std::string_view unit) {
    static constexpr std::array<std::pair<std::string_view, double>, 8> units{{{"MiB", 1024.0 * 1024},
                                                                               {"KiB", 1024.0},
                                                                               {"GiB", 1024.0 * 1024 * 1024},
                                                                               {"MB", 1e6},
                                                                               {"KB", 1e3},
                                                                               {"GB", 1e9},
                                                                               {"B", 1},
                                                                               {"Bytes", 1}}};
    for (const auto& [name, factor] : units)
        if (name == unit) return factor;
    return std::nullopt;
}

/// task-clock is in ms, whatever version; newer ones can print others.
double clock_seconds(double value, std::string_view unit) {
    if (unit == "ns") return value * 1e-9;
    if (unit == "sec" || unit == "s") return value;
    return value * 1e-3;
}

}  // namespace

Collector::Group* Collector::group_of(std::string_view cgroup) {
    const auto found = groups_.find(cgroup);
    if (found != groups_.end()) return &found->second;
    if (groups_.size() >= most_groups) {
        // Groups that come and go make room for each other.
        std::erase_if(groups_, [](const auto& entry) { return entry.second.rows == 0; });
        if (groups_.size() >= most_groups) return nullptr;
    }
    Group& group = groups_[std::string(cgroup)];
    group.slots.resize(events_.sums().size());
    return &group;
}

void Collector::Group::reset() {
    for (const std::size_t place : used) slots[place] = {};
    used.clear();
    rows = 0;
    duration_s.reset(), busy_s.reset(), cpus_utilized.reset();
    mean = by_cpu = twice = false;
    labels.clear();
}

void Collector::count(Group& group, const Row& row, const EventKey& key) {
    ++group.rows;
    group.mean = group.mean || row.mean;
    const double share = row.percent.value_or(100) / 100;
    if (row.value && key.clock == Clock::wall && !group.duration_s)
        group.duration_s = *row.value * (row.unit == "sec" || row.unit == "s" ? 1 : 1e-9);
    if (row.value && key.clock == Clock::task) {
        group.busy_s = group.busy_s.value_or(0) + clock_seconds(*row.value, row.unit);
        if (row.metric && row.metric_unit == "CPUs utilized")
            group.cpus_utilized = group.cpus_utilized.value_or(0) + *row.metric;
    }
    if (row.label.starts_with("CPU")) group.by_cpu = true;
    if (!key.place) return;
    Slot& slot = group.slots[*key.place];
    if (slot.amount.state == State::absent) group.used.push_back(*key.place);
    if (row.label.empty() && !key.uncore && key.lasting && row.value) {
        // Asked for in two groups of events or by two metrics: it counts once.
        if (std::ranges::find(slot.seen, &key) != slot.seen.end()) {
            group.twice = true;
            return;
        }
        std::swap(slot.seen[0], slot.seen[1]);
        slot.seen[0] = &key;
    }
    if (!row.value) {
        // One row that was supported and not counted is enough to be missing.
        const State state = row.unsupported ? State::unsupported : State::missing;
        if (slot.amount.state != State::counted) slot.amount.state = std::max(slot.amount.state, state);
        // A kind of core that the thread never ran on counts nothing, and lacks nothing.
        slot.missed = slot.missed || key.pmu == Pmu::any;
        return;
    }
    const std::optional<double> factor = bytes_of(row.unit);
    const double value = *row.value * factor.value_or(1);
    slot.amount.in_bytes = factor.has_value();
    slot.amount.add(value);
    if (share < all_the_time) slot.amount.coverage = std::min(slot.amount.coverage.value_or(1), share);
    if (key.pmu == Pmu::any) return;
    Slot::Kind& kind = key.pmu == Pmu::core ? slot.core : slot.atom;
    kind.seen = true;
    kind.counted += value * share;
    kind.sum += value;
    kind.share += share;
}

void Collector::row(const Row& row) {
    if (interval_ && !row.interval) return reject(row.line, row.event, is_summary);
    ++profile_.records;
    if (row.interval != interval_) {
        flush();
        interval_ = row.interval;
    }
    const EventKey& key = events_.key(row.event);
    if (vendor_.empty()) vendor_ = key.vendor;
    counted_hardware_ = counted_hardware_ || (row.value && !key.software);
    unsupported_ = unsupported_ || row.unsupported;
    Group* found_group = group_of(row.cgroup);
    if (found_group == nullptr) {
        --profile_.records;
        return reject(row.line, row.event, "its interval has more cgroups than any machine runs");
    }
    Group& group = *found_group;
    if (group.rows == 0) ++live_groups_;
    count(group, row, key);
    if (row.label.empty()) return;
    if (group.labels.size() < most_labels && !group.labels.contains(row.label))
        group.labels.emplace(row.label);
    auto found = by_label_.find(row.label);
    if (found == by_label_.end()) {
        if (by_label_.size() >= most_labels) return static_cast<void>(labels_dropped_ = true);
        found = by_label_.try_emplace(std::string(row.label)).first;
        found->second.slots.resize(events_.sums().size());
    }
    count(found->second, row, key);
}

void Collector::run(std::string_view name) {
    // The text has a line with the date before the one with the command.
    if (live_groups_ > 0) flush();
    if (!name.empty()) name_ = escape_invalid_utf8(name.substr(0, 200));
    interval_.reset();
    interval_start_ = 0;
}

void Collector::elapsed(double seconds) {
    elapsed_ = seconds;
    flush();
    elapsed_.reset();
}

void Collector::reject(std::size_t line, std::string_view name, std::string reason) {
    ++profile_.records;
    profile_.rejected.push_back({.record = fmt::format("{}, line {}", profile_.source, line),
                                 .name = escape_invalid_utf8(name.substr(0, 80)),
                                 .reason = std::move(reason)});
}

void Collector::complaint(std::string_view line) {
    // perf writes "Error:" on a line of its own, and what it is on the next.
    if (complaint_.empty() || complaint_ == "Error:") complaint_ = printable(trimmed(line));
}

std::optional<double> Collector::seconds_of(const Group& group, Point& point) const {
    if (interval_) return std::max(0.0, *interval_ - interval_start_);
    if (group.duration_s) return group.duration_s;
    if (elapsed_) return elapsed_;
    if (group.busy_s && group.cpus_utilized && *group.cpus_utilized > 0 && *group.busy_s > 0) {
        point.notes.push_back(
            fmt::format("the time is CPU time ÷ CPUs utilized ({}), which perf rounds: add duration_time",
                        plain(*group.cpus_utilized)));
        // By CPU, each row has its own share of the same time.
        return *group.busy_s / *group.cpus_utilized;
    }
    point.notes.push_back(
        "perf stat wrote no time that passed: add the event duration_time, or -I for intervals");
    return std::nullopt;
}

Point Collector::point_of(Group& group, std::optional<double> seconds) {
    Point point{.granularity = Granularity::region,
                .records = group.rows,
                .seconds = seconds,
                .flops = FlopCounts(&arena_),
                .bytes = ByteCounts(&arena_)};
    amounts_.assign(group.slots.size(), {});
    bool moved = false, missed = false;
    for (const std::size_t place : group.used) {
        Slot& slot = group.slots[place];
        slot.amount.partly = slot.missed && slot.amount.state == State::counted;
        missed = missed || slot.amount.partly;
        const auto &core = slot.core, &atom = slot.atom;
        if (core.seen && atom.seen && !group.by_cpu && (core.share + atom.share) * 100 <= one_thread &&
            core.share + atom.share > 0) {
            // One thread on two kinds of cores: what both really counted, over the time that both ran.
            slot.amount.count = (core.counted + atom.counted) / (core.share + atom.share);
            slot.amount.coverage = std::min(1.0, core.share + atom.share);
            moved = true;
        }
        amounts_[place] = slot.amount;
    }
    const std::optional<double> coverage = events_.sums().add_to(point, amounts_, options_.fp16);
    Details details;
    if (coverage && *coverage < all_the_time) {
        details.coverage = coverage;
        point.notes.push_back(
            fmt::format("its counters ran {} % of the time (multiplexed): the counts are extrapolated",
                        plain(100 * *coverage, 4)));
    }
    if (moved)
        point.notes.push_back(
            "it ran on two kinds of cores: their counts are joined before they are "
            "extrapolated");
    if (missed)
        point.notes.push_back(
            "an event was not counted in all of the rows that it is summed over: the sum is a lower bound");
    if (group.twice) point.notes.push_back("an event was asked for more than once: its first count is taken");
    if (group.mean) point.notes.push_back("the counts are means of several runs (-r)");
    if (group.labels.size() > 1)
        point.notes.push_back(fmt::format("the sum of {} of a breakdown ({}, …)",
                                          counted(group.labels.size(), "row"),
                                          printable(*group.labels.begin(), 40)));
    if (group.cpus_utilized && std::isfinite(*group.cpus_utilized))
        details.metrics.push_back({"cpus_utilized", *group.cpus_utilized});
    if (details.coverage || !details.metrics.empty())
        point.details = std::make_shared<const Details>(std::move(details));
    return point;
}

void Collector::flush() {
    std::optional<double> span;
    for (auto& [cgroup, group] : groups_) {
        if (group.rows == 0) continue;
        Point timed;
        const std::optional<double> seconds = seconds_of(group, timed);
        Point point = point_of(group, seconds);
        point.notes.insert(point.notes.end(), timed.notes.begin(), timed.notes.end());
        keep_finite(point);
        point.name = !cgroup.empty() ? escape_invalid_utf8(cgroup) : !name_.empty() ? name_ : "whole program";
        if (interval_) point.name += fmt::format(" at {} s", exact(*interval_));
        span = span ? std::max(*span, seconds.value_or(0)) : seconds;
        profile_.points.push_back(std::move(point));
        group.reset();
    }
    if (live_groups_ > 0) {
        wall_known_ = wall_known_ && span && std::isfinite(*span);
        wall_ += span.value_or(0);
        overlap_ = overlap_ || live_groups_ > 1;
        ++runs_;
    }
    live_groups_ = 0;
    if (interval_) interval_start_ = *interval_;
}

void Collector::finish_labels() {
    for (auto& [label, group] : by_label_) {
        Point point = point_of(group, wall_known_ ? std::optional(wall_) : std::nullopt);
        point.name = escape_invalid_utf8(label);
        if (group.by_cpu) point.threads = 1;
        keep_finite(point);
        profile_.regions.push_back(std::move(point));
    }
    if (labels_dropped_)
        profile_.notes.push_back(
            {.code = "breakdown_cut",
             .text = fmt::format("Only the first {} rows of the breakdown stand as regions of "
                                 "their own; the sums hold all",
                                 most_labels),
             .remedy = ""});
}

void Collector::advise() {
    if (unsupported_ && !counted_hardware_)
        profile_.notes.push_back(
            {.code = "no_hardware_counters",
             .text = "Every event of the processor is <not supported>: this machine shows no hardware "
                     "counters, as many virtual machines do",
             .remedy = "count on the machine itself, or simulate: valgrind --tool=cachegrind gives traffic, "
                       "and counters of a benchmark (flops, dram_bytes) what it knows"});
    else
        advise_events(events_.families(), vendor_, profile_);
}

void Collector::finish() {
    flush();
    if (profile_.records == 0)
        throw Error(Exit::bad_input,
                    complaint_.empty()
                        ? std::string("perf stat wrote no counter")
                        : fmt::format("perf stat wrote no counter; it says \"{}\"", complaint_),
                    {.where = profile_.source,
                     .expected = "rows of perf stat -x, -j, or its text",
                     .remedy = metric_lines_ > 0 ? "leave out --metric-only"
                                                 : "run it again with -e EVENTS, and look at what it says"});
    finish_labels();
    // Cgroups of one interval run at the same time.
    if (wall_known_ && runs_ > 0 && std::isfinite(wall_)) {
        profile_.seconds_wall = wall_;
        if (overlap_) profile_.seconds_busy = wall_;
    }
    if (metric_lines_ > 0)
        profile_.notes.push_back(
            {.code = "metrics_left_out",
             .text = fmt::format("{} of metrics that perf derives: no counters of their own",
                                 counted(metric_lines_, "row")),
             .remedy = ""});
    advise();
}

}  // namespace mansard::analyzer::perf
