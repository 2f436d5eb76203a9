#include "analyzer/ascend/trace_tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/occupancy.hpp"
#include "analyzer/launches.hpp"
#include "analyzer/trace/values.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::ascend {
namespace {

constexpr std::string_view communication = "communication";

/// Whether `text`, in lower case, has `part` in it.
bool holds(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace

TraceTasks::Kind TraceTasks::kind_of(std::string_view type) {
    if (type == communication) return Kind::collective;
    for (const std::string_view word : {"wait", "notify", "event", "write value", "place_holder"})
        if (holds(type, word)) return Kind::wait;
    // SDMA_SQE is a copy of the program's own; the bare names are what a collective is made of.
    for (const std::string_view part : {"SDMA", "RDMA", "RDMASend", "Memcpy", "Reduce Inline", "Reduce TBE"})
        if (type == part) return Kind::part;
    return Kind::work;
}

void TraceTasks::reject(std::uint64_t offset, std::string name, std::string reason) {
    ++profile_.records;
    profile_.rejected.push_back({.record = fmt::format("{}, byte {}", source_, offset),
                                 .name = std::move(name),
                                 .reason = std::move(reason)});
}

void TraceTasks::fault(const std::string& where, std::string_view text, std::string reason) {
    ++profile_.records;
    profile_.rejected.push_back({.record = fmt::format("{}, {}", source_, where),
                                 .name = printable(text, 60),
                                 .reason = std::move(reason)});
}

void TraceTasks::take(const trace::Event& event) {
    if (event.phase != "X") return;
    if (event.name.starts_with("ProfilerStep#") && event.start_ns) {
        const auto [found, is_new] = steps_.emplace(std::string(event.name), *event.start_ns);
        if (!is_new) found->second = std::min(found->second, *event.start_ns);
    }
    std::string type = trace::text(event.arg("Task Type"));
    if (type.empty()) {
        // Of a collective's events those of its parts have no algorithm's name.
        if (event.arg("alg_type").empty()) return;
        type = communication;
    }
    std::string name = escape_invalid_utf8(event.name);
    if (!event.start_ns || !event.duration_ns || *event.duration_ns < 0)
        return reject(event.offset, std::move(name), "it has no time");
    type = escape_invalid_utf8(type);
    tasks_.push_back({.begin = *event.start_ns,
                      .end = *event.start_ns + *event.duration_ns,
                      .offset = event.offset,
                      .name = texts_.id(name.empty() ? type : name),
                      .type = texts_.id(type),
                      .kind = kind_of(type)});
}

std::int64_t TraceTasks::first_wanted() {
    if (options_.skip_steps <= 0) return INT64_MIN;
    if (steps_.empty()) {
        profile_.notes.push_back({.severity = Severity::warning,
                                  .code = "no_steps",
                                  .text = "The trace marks no steps (ProfilerStep#N): none is left out",
                                  .remedy = "profile with a schedule and prof.step()"});
        return INT64_MIN;
    }
    std::vector<std::int64_t> begins;
    for (const auto& [name, begin] : steps_) begins.push_back(begin);
    std::ranges::sort(begins);
    const auto skipped = static_cast<std::size_t>(options_.skip_steps);
    if (begins.size() <= skipped)
        throw Error(Exit::usage,
                    fmt::format("--skip-steps {} leaves nothing: the trace has {} (ProfilerStep#N)", skipped,
                                counted(begins.size(), "step")),
                    {.where = source_, .remedy = "skip fewer"});
    return begins[skipped];
}

/// The device's times, and what collectives take of them: the longest of their points says it.
void TraceTasks::add_times(const std::vector<Task>& placed) {
    Occupancy times;
    for (const Task& task : placed) times.add({task.begin, task.end}, task.kind == Kind::collective);
    times.finish();
    profile_.seconds_busy = times.busy_seconds();
    if (times.end() > times.begin())
        profile_.seconds_wall = static_cast<double>(times.end() - times.begin()) * 1e-9;
    const auto shares = times.communication();
    if (!shares) return;
    Point* longest = nullptr;
    for (Point& point : profile_.points)
        if (point.category == communication &&
            (longest == nullptr || point.seconds.value_or(0) > longest->seconds.value_or(0)))
            longest = &point;
    if (longest == nullptr) return;
    Details details = longest->details ? *longest->details : Details{};
    append_metrics(*shares, details.metrics);
    longest->details = std::make_shared<const Details>(std::move(details));
}

Profile TraceTasks::finish() {
    const std::int64_t from = first_wanted();
    const std::size_t skipped = std::erase_if(tasks_, [&](const Task& task) { return task.begin < from; });
    // By their begin a collective stands before its parts.
    std::ranges::stable_sort(
        tasks_, {}, [](const Task& task) { return std::pair(task.begin, task.kind != Kind::collective); });
    Launches launches(options_.per_launch);
    std::map<std::uint32_t, Label> labels;
    std::vector<Task> placed;
    std::int64_t collectives_end = INT64_MIN;
    for (const Task& task : tasks_) {
        if (task.kind == Kind::collective) collectives_end = std::max(collectives_end, task.end);
        const std::string& name = texts_.text(task.name);
        if (task.kind == Kind::wait) {
            reject(task.offset, name, "it waits for another stream, or wakes one: no work");
            continue;
        }
        if (task.kind == Kind::part && task.begin < collectives_end) {
            reject(task.offset, name, "it is a part of a collective, which counts as a whole");
            continue;
        }
        ++profile_.records;
        Point point{.name = name, .granularity = Granularity::op};
        Label& category = labels[task.type];
        if (category.empty()) category = Label(texts_.text(task.type));
        point.category = category;
        point.seconds = static_cast<double>(task.end - task.begin) * 1e-9;
        placed.push_back(task);
        launches.add(std::move(point));
    }
    if (placed.empty())
        throw Error(Exit::bad_input, "the trace has no tasks of an NPU",
                    {.where = input_name(source_),
                     .expected = "events with a \"Task Type\"",
                     .remedy = "profile with the NPU's activities (ProfilerActivity.NPU)"});
    launches.finish(profile_);
    profile_.source = source_;
    profile_.format = "ascend-trace";
    profile_.device = "Ascend NPU";
    add_times(placed);
    if (skipped > 0)
        profile_.notes.push_back(
            {.code = "steps_skipped",
             .text = fmt::format("{} of the first {} left out: warm-up", counted(skipped, "record"),
                                 counted(static_cast<std::size_t>(options_.skip_steps), "step")),
             .remedy = ""});
    profile_.notes.push_back({.code = "times_only",
                              .text = "the trace has times of tasks, and no shapes or counters of them",
                              .remedy = "give kernel_details.csv or op_summary_*.csv of the same run"});
    return std::move(profile_);
}

}  // namespace mansard::analyzer::ascend
