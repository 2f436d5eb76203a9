// PyTorch's profiler (Kineto) as a Chrome trace: .json and .json.gz, of any size, and the older bare list.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/device_kinds.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/torch/device_points.hpp"
#include "analyzer/trace/input.hpp"
#include "analyzer/trace/reader.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"

namespace mansard::analyzer {
namespace {

using torch::Events;
using torch::Frames;

/// Kineto's of work on devices, and of what surrounds it: a trace need not begin with an operation.
constexpr std::array<std::string_view, 9> event_categories{
    "\"kernel\"",         "\"Kernel\"",      "\"gpu_memcpy\"",      "\"gpu_memset\"",
    "\"cuda_runtime\"",   "\"cuda_driver\"", "\"python_function\"", "\"cuda_profiler_range\"",
    "\"mtia_ccp_events\""};

int sniff(const std::filesystem::path&, std::string_view packed) {
    const std::string head = trace::unpacked_head(packed);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || (head[first] != '{' && head[first] != '[')) return 0;
    const auto has = [&](std::string_view text) { return head.find(text) != std::string::npos; };
    // What only Kineto writes: keys at the top, and categories and arguments of events.
    if (has("\"schemaVersion\"") && (has("\"deviceProperties\"") || has("\"distributedInfo\""))) return 95;
    if (trace::looks_like_trace(head) == 0) return 0;
    if (has("\"cpu_op\"") || has("\"External id\"") || has("PyTorch Profiler") || has("\"aten::")) return 95;
    if (has("\"CPU functions\"") || has("\"CUDA functions\"")) return 90;
    const bool known = std::ranges::any_of(event_categories, has) || has("ProfilerStep#");
    return known ? 85 : 20;
}

/// Models by number, from "deviceProperties".
torch::DeviceNames devices_of(const trace::Trace& trace) {
    torch::DeviceNames names;
    const auto text = trace.members.find("deviceProperties");
    if (text == trace.members.end()) return names;
    Json devices;
    try {
        devices = parse_json(text->second, "deviceProperties");
    } catch (const Error&) {
        return names;  // nothing depends on it but the name
    }
    if (!devices.is_array()) return names;
    for (const Json& device : devices) {
        if (!device.is_object()) continue;
        const auto id = device.find("id"), name = device.find("name");
        if (id == device.end() || name == device.end() || !id->is_number_integer() || !name->is_string())
            continue;
        names.by_id.emplace(id->get<std::int64_t>(), name->get<std::string>());
    }
    return names;
}

/// Where the steps begin that are not skipped, in ns; INT64_MIN where none is.
std::int64_t first_wanted(const Frames& frames, const ImportOptions& options, const std::string& source) {
    if (options.skip_steps <= 0) return INT64_MIN;
    const auto skipped = static_cast<std::size_t>(options.skip_steps);
    if (frames.steps().size() <= skipped)
        throw Error(Exit::usage,
                    fmt::format("--skip-steps {} leaves nothing: the trace has {} (ProfilerStep#N)", skipped,
                                counted(frames.steps().size(), "step")),
                    {.where = source, .remedy = "skip fewer, or profile with a schedule and prof.step()"});
    return frames.steps()[skipped].start;
}

/// Kernels that overlap the one before on their own stream, which streams forbid.
void note_overlaps(const Events& events, Profile& profile) {
    std::map<std::pair<std::int32_t, std::int64_t>, std::int64_t> busy_until;
    std::size_t overlaps = 0;
    std::int64_t where = 0;
    for (const torch::DeviceEvent& work : events.device) {
        if (work.work != torch::Work::kernel || work.stream == torch::no_id) continue;
        std::int64_t& until = busy_until.try_emplace({work.device, work.stream}, INT64_MIN).first->second;
        // Whole microseconds round each end by itself.
        if (work.start + (events.whole_microseconds ? 1000 : 0) < until && overlaps++ == 0)
            where = work.start;
        until = std::max(until, work.start + work.duration);
    }
    if (overlaps > 0)
        profile.notes.push_back(
            {.severity = Severity::warning,
             .code = "kernels_overlap",
             .text = fmt::format(
                 "{} an earlier one on the same stream, first at ts {} µs: their times are not "
                 "all their own",
                 overlaps == 1 ? "1 kernel overlaps" : fmt::format("{} kernels overlap", overlaps),
                 static_cast<double>(where) / 1000),
             .remedy = "a newer version of PyTorch or CUDA may record better times"});
}

void note_devices(const Events& events, Profile& profile) {
    std::set<std::int32_t> devices;
    for (const torch::DeviceEvent& work : events.device)
        if (work.work == torch::Work::kernel) devices.insert(work.device);
    if (devices.size() > 1)
        profile.notes.push_back(
            {.code = "several_devices",
             .text = fmt::format("Kernels ran on {} devices: busy time is the sum over them", devices.size()),
             .remedy = ""});
}

void note_file(const trace::Trace& trace, const Events& events, Profile& profile) {
    if (!trace.cut_at.empty())
        profile.notes.push_back({.severity = Severity::warning,
                                 .code = "truncated",
                                 .text = fmt::format("{} breaks off at {}: its {} whole events are kept",
                                                     printable(profile.source), trace.cut_at, trace.events),
                                 .remedy = "let the profiler end before the program does"});
    if (!trace.more_at.empty())
        profile.notes.push_back({.severity = Severity::warning,
                                 .code = "more_than_a_trace",
                                 .text = fmt::format("{} goes on at {}, behind the end of the trace: what "
                                                     "stands there is left out",
                                                     printable(profile.source), trace.more_at),
                                 .remedy = "give every trace a file of its own"});
    if (trace.mended > 0)
        profile.notes.push_back(
            {.code = "text_mended",
             .text = fmt::format(
                 "{} text that is no JSON or no character: what means no character stands "
                 "escaped (\\ud800), other bytes as question marks",
                 trace.mended == 1 ? "1 event holds" : fmt::format("{} events hold", trace.mended)),
             .remedy = ""});
    if (profile.seconds_busy && events.whole_microseconds)
        profile.notes.push_back(
            {.code = "whole_microseconds",
             .text = "Times are whole microseconds: those of short kernels are up to 1 µs off",
             .remedy = "PyTorch 2.2 and later write nanoseconds"});
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    Profile profile{.source = input_name(path), .format = "torch-trace"};
    Events events;
    torch::Collector collector(events, profile.source);
    const trace::Trace trace = trace::read_trace(
        path, [&](const trace::Event& event) { collector.add(event); },
        [&](const std::string& where, std::string_view text, std::string reason) {
            collector.reject(where, text, std::move(reason));
        });
    if (events.device.empty() && events.rejected.empty() &&
        std::none_of(events.host.begin(), events.host.end(),
                     [](const torch::HostEvent& e) { return e.frame == torch::Frame::op; }))
        throw Error(
            Exit::bad_input,
            fmt::format("the trace has {}, and no kernel and no operation among them",
                        counted(trace.events, "event")),
            {.where = profile.source,
             .expected = "events of category kernel or cpu_op",
             .remedy = "profile with ProfilerActivity.CPU and ProfilerActivity.CUDA around the work"});
    profile.rejected = std::move(events.rejected);
    profile.records = profile.rejected.size();
    const Frames frames(events);
    const std::int64_t from = first_wanted(frames, options, profile.source);
    const torch::DeviceNames devices = devices_of(trace);
    torch::Gatherer gatherer(frames, options.per_launch);
    if (events.device.empty()) {
        torch::add_host_points(events, frames, from, gatherer, profile);
    } else {
        torch::add_device_points(events, frames, devices, options, from, gatherer, profile);
        note_overlaps(events, profile);
        note_devices(events, profile);
        const bool timed = std::any_of(events.device.begin(), events.device.end(),
                                       [](const auto& work) { return work.work != torch::Work::counters; });
        if (timed) profile.seconds_busy = torch::busy_seconds(events, from);
    }
    gatherer.finish(profile);
    if (!events.device.empty()) state_device_kind(profile, device_kind::gpu);
    const std::int64_t begin = std::max(events.first, from);
    // Counting slows a program down, many times over: its time would make rates of counts.
    const bool own_speed = events.device.empty() || profile.seconds_busy;
    if (own_speed && events.last > begin && events.first != INT64_MAX)
        profile.seconds_wall = static_cast<double>(events.last - begin) * 1e-9;
    note_file(trace, events, profile);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc torch_trace_importer{
    .name = "torch-trace",
    .summary = "Chrome trace of PyTorch's profiler, .json or .json.gz: kernels, operations, steps",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true, .skip_steps = true, .fp16 = true}};

}  // namespace mansard::analyzer
