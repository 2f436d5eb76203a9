// AMD's profilers as CSV: rocprof (v1, v2), rocprofv3 (kernel_trace, counter_collection, kernel_stats) and
// rocprof-compute (pmc_perf, timestamps). Dispatches become kernels; counters become FLOPs and bytes.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "analyzer/device_kinds.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/launches.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/rocm/columns.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

using metrics::EventAmount;

int sniff(const std::filesystem::path&, std::string_view head) {
    return find_header(head, rocm::is_header) ? 88 : 0;
}

std::optional<std::int64_t> integer(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The union of intervals, s: kernels on several queues overlap.
double busy_seconds(std::vector<std::pair<std::int64_t, std::int64_t>>& spans) {
    std::sort(spans.begin(), spans.end());
    double busy = 0;
    std::optional<std::int64_t> until;
    for (const auto& [start, end] : spans) {
        const std::int64_t from = until ? std::max(start, *until) : start;
        if (end > from) busy += static_cast<double>(end - from);
        until = std::max(until.value_or(end), end);
    }
    return busy * 1e-9;
}

class Reader {
  public:
    Reader(const std::filesystem::path& path, const ImportOptions& options)
        : table_(path, rocm::is_header, "columns of rocprof, rocprofv3 or rocprof-compute: Kernel_Name, …"),
          columns_(table_),
          sums_(rocm::is_newer(table_) ? "configs/metrics/rocm/gfx942/" : "configs/metrics/rocm/gfx90a/"),
          counters_(rocm::Columns::counters(table_, sums_)),
          options_(options),
          launches_(options.per_launch) {}

    void read(Profile& profile) {
        while (table_.next()) {
            ++profile.records;
            std::string fault;
            if (columns_.total_ns)
                take_total(profile, fault);
            else if (columns_.counter_name)
                take_counter(fault);
            else
                take_dispatch(fault);
            if (fault.empty()) continue;
            profile.rejected.push_back({.record = fmt::format("{}, line {}", profile.source, table_.line()),
                                        .name = rocm::kernel_name(table_.at(columns_.name)),
                                        .reason = std::move(fault)});
        }
        for (auto& [key, dispatch] : dispatches_) finish(std::move(dispatch));
        launches_.finish(profile);
        if (counts_cache_lines(profile) && !rocm::generation_known(table_))
            profile.notes.push_back(
                {.severity = Severity::warning,
                 .code = "generation_unknown",
                 .text =
                     "No counter tells the GPU's generation: lines of L1 and L2 are taken for MI200's 64 B, "
                     "and from MI300 on they have 128 B",
                 .remedy = "count TCC_EA0_RDREQ_sum, too (MI200: TCC_EA_RDREQ_sum)"});
        if (!spans_.empty()) profile.seconds_busy = busy_seconds(spans_);
    }

  private:
    static bool counts_cache_lines(const Profile& profile) {
        return std::any_of(profile.points.begin(), profile.points.end(), [](const Point& point) {
            return std::any_of(point.bytes.begin(), point.bytes.end(), [](const ByteCount& bytes) {
                return bytes.level == Level::L1 || bytes.level == Level::L2;
            });
        });
    }

    struct Dispatch {
        Point point{};
        std::vector<std::pair<std::size_t, double>> counts{};
    };

    static std::string size_of(const DelimitedTable& table, const std::optional<std::size_t> (&columns)[3]) {
        std::string text;
        for (const auto& column : columns)
            if (const std::string_view part = table.at(column); !part.empty())
                text += (text.empty() ? "" : ",") + std::string(part.substr(0, 40));
        return text;
    }

    /// Name, device, sizes and times of the row's dispatch.
    Point dispatch_point(std::string& fault) {
        Point point{.name = rocm::kernel_name(table_.at(columns_.name)), .granularity = Granularity::launch};
        if (point.name.empty()) fault = "it has no kernel's name";
        if (const std::string_view kind = table_.at(columns_.kind);
            !kind.empty() && kind != "KERNEL_DISPATCH")
            fault = fmt::format("it is a {}, no kernel", printable(kind, 40));
        // "4", or "Agent 4" in newer versions.
        std::string_view device = table_.at(columns_.device);
        if (device.starts_with("Agent ")) device.remove_prefix(6);
        if (!device.empty()) point.device = Label(fmt::format("GPU {}", printable(device, 40)));
        Details details;
        details.launch = integer(table_.at(columns_.dispatch));
        details.grid = size_of(table_, columns_.grid);
        details.block = size_of(table_, columns_.block);
        point.details = std::make_shared<const Details>(std::move(details));
        const std::string_view from = table_.at(columns_.start), to = table_.at(columns_.end);
        if (from.empty() || to.empty()) return point;
        const auto start = integer(from), end = integer(to);
        if (!start || !end || *start < 0 || *end < *start)
            fault = fmt::format("its times \"{}\" and \"{}\" are no interval", printable(from, 30),
                                printable(to, 30));
        else
            point.seconds = static_cast<double>(*end - *start) * 1e-9, span_ = {*start, *end};
        return point;
    }

    void take_dispatch(std::string& fault) {
        span_.reset();
        Dispatch dispatch{.point = dispatch_point(fault)};
        for (const rocm::CounterColumn& column : counters_) {
            const std::string_view text = table_.at(column.column);
            if (text.empty()) continue;
            const ReadNumber number = read_number(text);
            if (number.fault != nullptr && fault.empty())
                fault = fault_text(table_.names()[column.column], text, number.fault);
            dispatch.counts.emplace_back(column.place, number.value);
        }
        if (!fault.empty()) return;
        if (span_) spans_.push_back(*span_);
        finish(std::move(dispatch));
    }

    /// One row for each counter of a dispatch (and for each part of the GPU): they are one launch.
    void take_counter(std::string& fault) {
        span_.reset();
        Point point = dispatch_point(fault);
        const std::string_view text = table_.at(columns_.counter_value);
        const ReadNumber number = read_number(text);
        if (number.fault != nullptr && fault.empty()) fault = fault_text("Counter_Value", text, number.fault);
        if (!fault.empty()) return;
        const auto [found, is_new] = dispatches_.try_emplace({std::string(table_.at(columns_.process)),
                                                              std::string(table_.at(columns_.device)),
                                                              std::string(table_.at(columns_.dispatch))});
        Dispatch& dispatch = found->second;
        if (is_new) {
            dispatch.point = std::move(point);
            if (span_) spans_.push_back(*span_);
        } else {
            ++dispatch.point.records;
        }
        const rocm::CounterName counter = rocm::counter_name(table_.at(columns_.counter_name));
        if (const auto place = sums_.find(counter.base)) dispatch.counts.emplace_back(*place, number.value);
    }

    void take_total(Profile& profile, std::string& fault) {
        Point point{.name = rocm::kernel_name(table_.at(columns_.name))};
        if (point.name.empty()) fault = "it has no kernel's name";
        const auto calls = table_.number_at(columns_.calls), total = table_.number_at(columns_.total_ns);
        if (!calls || *calls <= 0) fault = "its number of calls is none";
        if (!total) fault = "its total time is no number";
        if (!fault.empty()) return;
        point.calls = *calls;
        point.seconds = *total * 1e-9;
        profile.points.push_back(std::move(point));
    }

    void finish(Dispatch dispatch) {
        amounts_.assign(sums_.size(), {});
        for (const auto& [place, count] : dispatch.counts) amounts_[place].add(count);
        sums_.add_to(dispatch.point, amounts_, options_.fp16);
        launches_.add(std::move(dispatch.point));
    }

    DelimitedTable table_;
    rocm::Columns columns_;
    metrics::EventSums sums_;
    std::vector<rocm::CounterColumn> counters_;
    ImportOptions options_;
    Launches launches_;
    std::map<std::tuple<std::string, std::string, std::string>, Dispatch> dispatches_{};
    std::vector<std::pair<std::int64_t, std::int64_t>> spans_{};
    std::optional<std::pair<std::int64_t, std::int64_t>> span_{};
    std::vector<EventAmount> amounts_{};
};

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    Profile profile{.source = input_name(path), .format = "rocprof"};
    Reader(path, options).read(profile);
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the table lists no dispatch",
                    {.where = profile.source,
                     .expected = "at least one kernel",
                     .remedy = "look whether the program ran any on the GPU"});
    state_device_kind(profile, device_kind::amd_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc rocprof_importer{
    .name = "rocprof",
    .summary = "CSV of rocprof, rocprofv3 and rocprof-compute: traces, counters, statistics",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true, .fp16 = true}};

}  // namespace mansard::analyzer
