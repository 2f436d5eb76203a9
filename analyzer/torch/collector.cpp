#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "analyzer/cost/cost.hpp"
#include "analyzer/torch/events.hpp"
#include "analyzer/trace/values.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::torch {
namespace {

bool same_word(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool is_any(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return same_word(word, w); });
}

/// "Memcpy HtoD (Pageable -> Device)", or the kind that ROCm writes beside it.
Work direction(std::string_view name, std::string_view kind) {
    for (const std::string_view text : {name, kind}) {
        if (text.find("HtoD") != std::string_view::npos) return Work::to_device;
        if (text.find("DtoH") != std::string_view::npos) return Work::to_host;
        if (text.find("DtoD") != std::string_view::npos) return Work::within_device;
        if (text.find("PtoP") != std::string_view::npos) return Work::between_devices;
    }
    return Work::within_device;
}

/// "[100, 50, 1]" as "100,50,1".
std::string extent(std::string_view json) {
    std::string out;
    for (const char c : json)
        if (c != '[' && c != ']' && c != ' ' && c != '\n' && c != '"') out += c;
    return out;
}

double bytes_of(std::string_view json) {
    const auto value = trace::number(json);
    return value && *value >= 0 ? *value : -1;
}

/// The old profiler's traces have no categories; where an event ran stands in its process.
std::string_view category_of(const trace::Event& event) {
    if (!event.category.empty()) return event.category;
    if (event.process == "\"CPU functions\"") return "cpu_op";
    if (event.process == "\"CUDA functions\"") return "kernel";
    return {};
}

}  // namespace

void Collector::reject(const std::string& where, std::string_view text, std::string reason) {
    events_.rejected.push_back({.record = fmt::format("{}, {}", source_, where),
                                .name = printable(text, 60),
                                .reason = std::move(reason)});
}

/// Whether the event has a time; if not, it is rejected.
bool Collector::timed(const trace::Event& event) {
    std::string_view reason;
    if (!event.start_ns || !event.duration_ns)
        reason = "its ts or dur is missing or no number";
    else if (*event.duration_ns < 0)
        reason = "its dur is negative";
    else if (*event.start_ns == 0 && *event.duration_ns == 0)
        reason = "its ts and dur are 0: the profiler wrote it before it had ended";
    if (reason.empty()) return true;
    reject(fmt::format("byte {}", event.offset), event.name, std::string(reason));
    return false;
}

std::uint32_t Collector::thread_of(const trace::Event& event) {
    scratch_.assign(event.process);
    scratch_ += part_mark;
    scratch_ += event.thread;
    return events_.threads.id(scratch_);
}

/// The shapes of an operation whose cost can be told from them; most have none, and need not be kept.
std::uint32_t Collector::call_of(const trace::Event& event, std::uint32_t name) {
    std::string_view dims = event.arg("Input Dims");
    if (dims.empty()) dims = event.arg("Input dims");
    if (dims.empty()) return no_text;
    events_.has_shapes = true;
    if (has_cost_.size() <= name) has_cost_.resize(name + 1, -1);
    if (has_cost_[name] < 0)
        has_cost_[name] = cost::family_of(cost::named_op(event.name).name) != nullptr ? 1 : 0;
    if (has_cost_[name] == 0) return no_text;
    scratch_.assign(dims);
    for (const std::string_view key : {"Input type", "Concrete Inputs", "Input Strides"}) {
        scratch_ += part_mark;
        scratch_ += event.arg(key);
    }
    return events_.calls.id(scratch_);
}

void Collector::add_device(const trace::Event& event, Work work) {
    if (!timed(event)) return;
    DeviceEvent kept{.start = *event.start_ns,
                     .duration = *event.duration_ns,
                     .name = events_.names.id(event.name),
                     .work = work};
    for (const auto& [key, value] : event.args) {
        if (key == "External id" || key == "external id")
            kept.external = trace::integer(value).value_or(no_id);
        else if (key == "correlation")
            kept.correlation = trace::integer(value).value_or(no_id);
        else if (key == "device")
            kept.device = static_cast<std::int32_t>(
                std::clamp<std::int64_t>(trace::integer(value).value_or(-1), -1, INT32_MAX));
        else if (key == "stream")
            kept.stream = trace::integer(value).value_or(no_id);
        else if (key == "grid" && work == Work::kernel)
            kept.grid = events_.names.id(extent(value));
        else if (key == "block" && work == Work::kernel)
            kept.block = events_.names.id(extent(value));
        else if (key == "bytes" || key == "Bytes")
            kept.bytes = bytes_of(value);
    }
    if (work == Work::counters) {
        std::vector<Counter> counters;
        for (const auto& [key, value] : event.args)
            if (const auto count = trace::number(value); count && *count >= 0)
                counters.push_back({events_.names.id(key), *count});
        kept.counters = static_cast<std::uint32_t>(events_.counters.size());
        events_.counters.push_back(std::move(counters));
    }
    if (kept.start % 1000 != 0 || kept.duration % 1000 != 0) events_.whole_microseconds = false;
    events_.first = std::min(events_.first, kept.start);
    events_.last = std::max(events_.last, kept.start + kept.duration);
    events_.device.push_back(kept);
}

void Collector::add_host(const trace::Event& event, Frame frame) {
    // Without its times an op has no place among the others; an operation alone is a record.
    if (frame == Frame::op ? !timed(event) : !event.start_ns || event.duration_ns.value_or(-1) < 0) return;
    HostEvent kept{.start = *event.start_ns,
                   .end = *event.start_ns + *event.duration_ns,
                   .name = events_.names.id(event.name),
                   .thread = thread_of(event),
                   .frame = frame};
    if (frame == Frame::annotation && event.name.starts_with("ProfilerStep#")) kept.frame = Frame::step;
    for (const auto& [key, value] : event.args) {
        if (key == "External id" || key == "external id")
            kept.external = trace::integer(value).value_or(no_id);
        else if (key == "Sequence number")
            kept.sequence = trace::integer(value).value_or(no_id);
        else if (key == "Fwd thread id")
            kept.is_backward = trace::integer(value).value_or(0) != 0;
    }
    if (frame == Frame::op) {
        kept.call = call_of(event, kept.name);
        events_.first = std::min(events_.first, kept.start);
        events_.last = std::max(events_.last, kept.end);
    }
    events_.host.push_back(kept);
}

void Collector::add_launch(const trace::Event& event) {
    if (!event.start_ns) return;
    const auto correlation = trace::integer(event.arg("correlation"));
    const std::int64_t end = *event.start_ns + std::max<std::int64_t>(0, event.duration_ns.value_or(0));
    events_.first = std::min(events_.first, *event.start_ns);
    events_.last = std::max(events_.last, end);
    if (!correlation) return;
    events_.launches.push_back({.correlation = *correlation,
                                .start = *event.start_ns,
                                .thread = thread_of(event),
                                .bytes = bytes_of(event.arg("size"))});
}

void Collector::add(const trace::Event& event) {
    if (event.phase != "X") return;
    const std::string_view category = category_of(event);
    if (is_any(category, {"cpu_op", "operator"})) return add_host(event, Frame::op);
    if (category == "kernel" || is_any(category, {"kernel", "mtia_ccp_events"}))
        return add_device(event, Work::kernel);
    if (category == "user_annotation") return add_host(event, Frame::annotation);
    if (category.ends_with("_runtime") || category.ends_with("_driver") || same_word(category, "runtime"))
        return add_launch(event);
    if (category == "python_function" && event.name.starts_with("nn.Module: "))
        return add_host(event, Frame::module);
    if (is_any(category, {"gpu_memcpy", "memcpy"}))
        return add_device(event, direction(event.name, event.arg("kind")));
    if (is_any(category, {"gpu_memset", "memset"})) return add_device(event, Work::set);
    if (category == "cuda_profiler_range") return add_device(event, Work::counters);
}

}  // namespace mansard::analyzer::torch
