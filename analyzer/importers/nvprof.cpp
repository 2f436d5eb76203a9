// nvprof's CSV: metrics by kernel, and times (a summary or a trace) in the same or another file.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/device_kinds.hpp"
#include "analyzer/launches.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/nvidia/cell.hpp"
#include "analyzer/nvidia/messages.hpp"
#include "analyzer/nvidia/nvprof_kernel.hpp"
#include "analyzer/nvidia/timeline.hpp"
#include "analyzer/nvidia/unit.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

/// launch_metrics: of --print-gpu-trace --metrics, a row for each launch and a column for each metric.
enum class Kind : std::uint8_t { other, metrics, launch_metrics, summary, trace };
using Place = std::optional<std::size_t>;
using Fields = std::vector<std::string_view>;

struct Columns {
    Kind kind = Kind::other;
    std::size_t width = 0;
    Place name{}, device{}, calls{}, metric{}, value{};           // metrics
    Place type{}, total{}, start{}, duration{}, grid{}, block{};  // times
};

template <typename Texts>
Columns columns_in(const Texts& fields) {
    const auto at = [&](std::string_view name) -> Place {
        const auto found = std::ranges::find(fields, name);
        return found != fields.end() ? Place(found - fields.begin()) : std::nullopt;
    };
    Columns columns{.width = fields.size(), .device = at("Device")};
    if (at("Kernel") && at("Invocations") && at("Metric Name") && at("Avg")) {
        columns.kind = Kind::metrics;
        columns.name = at("Kernel");
        columns.calls = at("Invocations");
        columns.metric = at("Metric Name");
        columns.value = at("Avg");
    } else if (columns.device && at("Kernel") && !at("Invocations") &&
               (at("Correlation_ID") || at("Stream"))) {
        columns.kind = Kind::launch_metrics;
        columns.name = at("Kernel");
    } else if (at("Time(%)") && at("Time") && at("Calls") && at("Name") && at("Avg")) {
        columns.kind = Kind::summary;
        columns.type = at("Type");
        columns.name = at("Name");
        columns.calls = at("Calls");
        columns.total = at("Time");
    } else if (at("Start") && at("Duration") && at("Grid X") && at("Block X") && at("Name")) {
        columns.kind = *at("Grid X") + 2 < fields.size() && *at("Block X") + 2 < fields.size() ? Kind::trace
                                                                                               : Kind::other;
        columns.name = at("Name");
        columns.start = at("Start");
        columns.duration = at("Duration");
        columns.grid = at("Grid X");
        columns.block = at("Block X");
    }
    return columns;
}

class Reader {
  public:
    Reader(const std::filesystem::path& path, const ImportOptions& options)
        : path_(path), launches_(options.per_launch) {}

    bool header(std::string_view line) {
        messages_.observe(line);
        return columns_in(split_csv_line(line)).kind != Kind::other;
    }

    void read(CsvReader& reader) {
        Fields fields;
        while (reader.next(fields)) {
            if (const Columns columns = columns_in(fields); columns.kind != Kind::other) {
                columns_ = columns;
                names_.assign(fields.begin(), fields.end());
                units_.clear();
                units_follow_ = columns.kind == Kind::summary || columns.kind == Kind::trace;
                continue;
            }
            if (std::exchange(units_follow_, false) && fields.size() == columns_.width) {
                units_.assign(fields.begin(), fields.end());
                continue;
            }
            if (fields.size() < 3) {
                messages_.observe(fields[0]);
                continue;
            }
            name_ = *columns_.name < fields.size() ? escape_invalid_utf8(fields[*columns_.name]) : "";
            const std::string fault = row(fields);
            if (fault.empty()) continue;
            ++profile_.records;
            profile_.rejected.push_back({.record = fmt::format("{}, line {}", path_.string(), reader.line()),
                                         .name = name_,
                                         .reason = fault});
        }
    }

    Profile finish() {
        profile_.source = path_.string();
        profile_.format = "nvprof";
        for (auto& [key, kernel] : kernels_) launches_.add(point_of(kernel));
        profile_.records += kernels_.size();
        launches_.finish(profile_);
        copies_.finish(profile_);
        if (!busy_.empty()) {
            profile_.seconds_busy = busy_.seconds();
            profile_.seconds_wall = busy_.span();
        }
        if (profile_.records == 0)
            throw messages_.no_data(path_, "nvprof",
                                    "a table of nvprof --csv: --metrics, or --print-gpu-summary or -trace");
        return std::move(profile_);
    }

  private:
    std::string row(const Fields& fields) {
        if (fields.size() < columns_.width)
            return fmt::format("the row breaks off: {} of {} fields", fields.size(), columns_.width);
        if (name_.empty()) return "it names no kernel";
        switch (columns_.kind) {
            case Kind::metrics:
                return metric_row(fields);
            case Kind::launch_metrics:
                return launch_row(fields);
            case Kind::summary:
                return summary_row(fields);
            default:
                return trace_row(fields);
        }
    }

    std::string metric_row(const Fields& fields) {
        const auto calls = whole_number(fields[*columns_.calls]);
        if (!calls) return fault_text("Invocations", fields[*columns_.calls], "is no number of calls");
        const std::string device =
            columns_.device ? escape_invalid_utf8(device_name(fields[*columns_.device])) : "";
        const auto [found, is_new] = kernels_.try_emplace({device, name_});
        NvprofKernel& kernel = found->second;
        if (is_new) kernel = {.name = name_, .device = Label(device), .calls = *calls};
        const auto meaning = meanings_.find(fields[*columns_.metric]);
        if (meaning == meanings_.end()) return "";
        const ReadNumber value = read_number(fields[*columns_.value]);
        if (value.fault != nullptr) return "";  // "<OVERFLOW>" and the like: missing
        count(kernel, meaning->second, value.value * meaning->second.scale * *calls);
        return "";
    }

    std::string launch_row(const Fields& fields) {
        NvprofKernel kernel{.name = name_,
                            .device = Label(escape_invalid_utf8(device_name(fields[*columns_.device])))};
        for (std::size_t i = 0; i < columns_.width; ++i) {
            const auto meaning = meanings_.find(names_[i]);
            if (meaning == meanings_.end()) continue;
            const ReadNumber value = read_number(fields[i]);
            if (value.fault == nullptr) count(kernel, meaning->second, value.value * meaning->second.scale);
        }
        Point point = point_of(kernel);
        point.granularity = Granularity::launch;
        point.details =
            std::make_shared<const Details>(Details{.launch = static_cast<std::int64_t>(profile_.records++)});
        launches_.add(std::move(point));
        return "";
    }

    /// In s, by the row of units; nvprof picks one for each column.
    std::optional<double> time(const Fields& fields, Place place) const {
        const ReadNumber number = read_number(fields[*place]);
        const auto unit = *place < units_.size() ? parse_unit(units_[*place]) : std::nullopt;
        if (number.fault != nullptr || !unit || unit->base != "second") return std::nullopt;
        return number.value * unit->scale;
    }

    std::string summary_row(const Fields& fields) {
        if (columns_.type && fields[*columns_.type] != "GPU activities") return "";  // calls of the CPU
        const auto calls = whole_number(fields[*columns_.calls]);
        const auto total = time(fields, columns_.total);
        if (!calls || !total)
            return fault_text("Time", fields[*columns_.total], "is no time of a number of calls");
        if (name_.starts_with("[CUDA ")) return copies_.add(name_, *calls, *total, std::nullopt), "";
        ++profile_.records;
        launches_.add({.name = name_, .calls = *calls, .seconds = *total});
        return "";
    }

    std::string trace_row(const Fields& fields) {
        const auto start = time(fields, columns_.start), duration = time(fields, columns_.duration);
        if (!start || !duration) return fault_text("Duration", fields[*columns_.duration], "is no time");
        if (fields[*columns_.grid].empty()) return copies_.add(name_, 1, *duration, std::nullopt), "";
        busy_.add(0, *start, *start + *duration);
        const auto three = [&](std::size_t first) {
            return escape_invalid_utf8(
                fmt::format("{},{},{}", fields[first], fields[first + 1], fields[first + 2]));
        };
        Point point{.name = name_, .granularity = Granularity::launch, .seconds = *duration};
        // "name(args) [123]": the number is the correlation's.
        if (const std::size_t open = point.name.rfind(" [");
            open != std::string::npos && point.name.ends_with(']'))
            point.name.resize(open);
        if (columns_.device) point.device = Label(escape_invalid_utf8(device_name(fields[*columns_.device])));
        point.details =
            std::make_shared<const Details>(Details{.launch = static_cast<std::int64_t>(profile_.records++),
                                                    .grid = three(*columns_.grid),
                                                    .block = three(*columns_.block)});
        launches_.add(std::move(point));
        return "";
    }

    const std::filesystem::path& path_;
    const NvprofMeanings meanings_ = nvprof_meanings();
    Profile profile_{};
    Launches launches_;
    Messages messages_{};
    BusyTime busy_{};
    Copies copies_{};
    Columns columns_{};
    std::vector<std::string> names_{}, units_{};
    bool units_follow_ = false;
    std::string name_{};
    std::map<std::pair<std::string, std::string>, NvprofKernel> kernels_{};
};

/// What nvprof prints without --csv.
bool is_text(std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    return (has("GPU activities:") && has("Time(%)")) || (has("Metric Description") && has("    Kernel: "));
}

int sniff(const std::filesystem::path&, std::string_view head) {
    for (std::size_t at = 0; at < head.size();) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        std::string_view line = head.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() < 1000 && columns_in(split_csv_line(line)).kind != Kind::other) return 95;
        at = end + 1;
    }
    const bool said = head.find("NVPROF is profiling process") != std::string_view::npos ||
                      head.find("Warning: Skipping profiling on device") != std::string_view::npos;
    return said || is_text(head) ? 80 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    CsvReader csv(path);
    Reader reader(path, options);
    const bool text = is_text(csv.head(std::size_t{1} << 16));
    const bool found = csv.seek_line([&](std::string_view line) { return reader.header(line); });
    if (!found && text)
        throw Error(Exit::bad_input, "these are nvprof's tables for the terminal",
                    {.where = input_name(path),
                     .expected = "its CSV",
                     .remedy = "profile again with nvprof --csv --log-file FILE"});
    if (found) reader.read(csv);
    Profile profile = reader.finish();
    state_device_kind(profile, device_kind::nvidia_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nvprof_importer{
    .name = "nvprof",
    .summary = "nvprof --csv: metrics by kernel, summaries and traces of the GPU",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true}};

}  // namespace mansard::analyzer
