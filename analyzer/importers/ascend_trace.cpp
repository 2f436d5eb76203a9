// Ascend's Chrome traces: trace_view.json of torch_npu, msprof_*.json of msprof, also merged by PaddlePaddle.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/importers/importer.hpp"
#include "analyzer/launches.hpp"
#include "analyzer/trace/input.hpp"
#include "analyzer/trace/reader.hpp"
#include "analyzer/trace/values.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

int sniff(const std::filesystem::path&, std::string_view packed) {
    const std::string head = trace::unpacked_head(packed);
    if (trace::looks_like_trace(head) == 0) return 0;
    const auto has = [&](std::string_view text) { return head.find(text) != std::string::npos; };
    if (has("\"Ascend Hardware\"") || has("\"Task Type\"")) return 97;
    // Where the host's events come first: torch_npu writes a bare list with its times as text, PyTorch an
    // object with numbers.
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return head[first] == '[' && has("\"ts\": \"") && has("\"cpu_op\"") ? 97 : 0;
}

/// A stream that waits for another does no work, though the trace shows it as a task.
bool is_wait(std::string_view task) {
    return task.find("EVENT") != std::string_view::npos || task.find("NOTIFY") != std::string_view::npos ||
           task.find("WAIT") != std::string_view::npos;
}

class Reader {
  public:
    Reader(std::string source, const ImportOptions& options)
        : launches_(options.per_launch), source_(std::move(source)) {}

    void take(const trace::Event& event) {
        if (event.phase != "X") return;
        const std::string task = trace::text(event.arg("Task Type"));
        // Of a collective's events those of its parts lie below, without the algorithm's name.
        const bool collective = task.empty() && !event.arg("alg_type").empty();
        if (task.empty() && !collective) return;
        ++profile_.records;
        const std::string name = escape_invalid_utf8(event.name);
        if (!event.start_ns || !event.duration_ns || *event.duration_ns < 0)
            return reject(fmt::format("{}, byte {}", source_, event.offset), name, "it has no time");
        if (is_wait(task))
            return reject(fmt::format("{}, byte {}", source_, event.offset), name,
                          "it waits for another stream: no work");
        Point point{.name = name.empty() ? task : name, .granularity = Granularity::op};
        Label& category = labels_[task];
        if (category.empty())
            category = Label(collective ? std::string("communication") : escape_invalid_utf8(task));
        point.category = category;
        point.seconds = static_cast<double>(*event.duration_ns) * 1e-9;
        busy_.emplace_back(*event.start_ns, *event.start_ns + *event.duration_ns);
        launches_.add(std::move(point));
    }

    void reject(std::string where, std::string name, std::string reason) {
        profile_.rejected.push_back(
            {.record = std::move(where), .name = std::move(name), .reason = std::move(reason)});
    }
    void fault(const std::string& where, std::string_view text, std::string reason) {
        ++profile_.records;
        reject(fmt::format("{}, {}", source_, where), printable(text, 60), std::move(reason));
    }

    Profile finish(const trace::Trace& trace) {
        if (busy_.empty())
            throw Error(Exit::bad_input, "the trace has no tasks of an NPU",
                        {.where = input_name(source_),
                         .expected = "events with a \"Task Type\"",
                         .remedy = "profile with the NPU's activities (ProfilerActivity.NPU)"});
        launches_.finish(profile_);
        profile_.source = source_;
        profile_.format = "ascend-trace";
        profile_.device = "Ascend NPU";
        std::ranges::sort(busy_);
        std::int64_t reached = INT64_MIN, last = INT64_MIN;
        double busy = 0;
        for (const auto& [begin, end] : busy_) {
            const std::int64_t from = std::max(begin, reached);
            if (end > from) busy += static_cast<double>(end - from) * 1e-9;
            reached = std::max(reached, end);
            last = std::max(last, end);
        }
        profile_.seconds_busy = busy;
        if (last > busy_.front().first)
            profile_.seconds_wall = static_cast<double>(last - busy_.front().first) * 1e-9;
        profile_.notes.push_back({.code = "times_only",
                                  .text = "the trace has times of tasks, and no shapes or counters of them",
                                  .remedy = "give kernel_details.csv or op_summary_*.csv of the same run"});
        if (!trace.cut_at.empty())
            profile_.notes.push_back({.severity = Severity::warning,
                                      .code = "truncated",
                                      .text = "the file breaks off at " + trace.cut_at,
                                      .remedy = "copy it again"});
        return std::move(profile_);
    }

  private:
    Launches launches_;
    std::string source_;
    Profile profile_{};
    std::map<std::string, Label> labels_{};
    std::vector<std::pair<std::int64_t, std::int64_t>> busy_{};
};

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    Reader reader(path.string(), options);
    const trace::Trace trace = trace::read_trace(
        path, [&](const trace::Event& event) { reader.take(event); },
        [&](const std::string& where, std::string_view text, std::string reason) {
            reader.fault(where, text, std::move(reason));
        });
    return reader.finish(trace);
}

}  // namespace

extern constinit const ImporterDesc ascend_trace_importer{
    .name = "ascend-trace",
    .summary = "Ascend: trace_view.json, msprof_*.json, traces merged by PaddlePaddle; times of tasks",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
