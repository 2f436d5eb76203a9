// Nsight Systems' CSV: kernel summaries and traces of the device, alone or among other reports of `nsys
// stats`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analyzer/device_kinds.hpp"
#include "analyzer/launches.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/nvidia/messages.hpp"
#include "analyzer/nvidia/timeline.hpp"
#include "core/csv.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

/// Which report a table is, from the least to the most telling.
enum class Kind : std::uint8_t { other, summary, summary_by_grid, trace };

using Place = std::optional<std::size_t>;

struct Columns {
    Kind kind = Kind::other;
    std::size_t width = 0;
    Place name{}, category{}, calls{}, total{}, median{}, min{}, max{};  // summary
    Place grid_text{}, block_text{};
    Place start{}, duration{}, grid{}, block{}, bytes{}, device{};  // trace; grid and block are three columns
    double scale = 1e-9;                                            ///< s for one of the times' units
};

/// "Total Time (ns)" → its unit in s; ns where none is given, as old versions did.
double unit_in(std::string_view column) {
    const std::size_t open = column.find('(');
    const std::string_view unit =
        open == std::string_view::npos ? "ns" : column.substr(open + 1, column.find(')', open) - open - 1);
    for (const auto& [name, scale] :
         {std::pair("ns", 1e-9), std::pair("nsec", 1e-9), std::pair("us", 1e-6), std::pair("usec", 1e-6),
          std::pair("ms", 1e-3), std::pair("msec", 1e-3), std::pair("s", 1.0), std::pair("sec", 1.0)})
        if (unit == name) return scale;
    return 1e-9;
}

template <typename Fields>
Columns columns_in(const Fields& fields) {
    const auto starting = [&](std::string_view start) -> Place {
        const auto found = std::ranges::find_if(
            fields, [&](const auto& field) { return std::string_view(field).starts_with(start); });
        return found != fields.end() ? Place(found - fields.begin()) : std::nullopt;
    };
    const auto exactly = [&](std::string_view name) -> Place {
        const auto found = std::ranges::find(fields, name);
        return found != fields.end() ? Place(found - fields.begin()) : std::nullopt;
    };
    Columns columns{.width = fields.size(), .name = exactly("Name")};
    columns.total = starting("Total Time");
    columns.calls = exactly("Instances");
    columns.category = exactly("Category");
    if (!columns.name && columns.category) columns.name = exactly("Operation");
    columns.start = starting("Start");
    columns.duration = starting("Duration");
    columns.grid = exactly("GrdX");
    columns.block = exactly("BlkX");
    if (columns.name && columns.total && columns.calls) {
        columns.grid_text = exactly("GridXYZ");
        columns.block_text = exactly("BlockXYZ");
        columns.kind = columns.grid_text ? Kind::summary_by_grid : Kind::summary;
        columns.median = starting("Med");
        columns.min = starting("Min");
        columns.max = starting("Max");
        columns.scale = unit_in(fields[*columns.total]);
    } else if (columns.name && columns.start && columns.duration && columns.grid && columns.block &&
               *columns.grid + 2 < fields.size() && *columns.block + 2 < fields.size()) {
        columns.kind = Kind::trace;
        columns.bytes = starting("Bytes");
        columns.device = exactly("Device");
        columns.scale = unit_in(fields[*columns.duration]);
    }
    return columns;
}

/// "  64    1    1" → "64,1,1"
std::string extent(std::string_view text) {
    std::string out;
    bool gap = false;
    for (const char c : text) {
        if (c < '0' || c > '9') {
            gap = !out.empty();
            continue;
        }
        if (gap) out += ',';
        gap = false;
        out += c;
    }
    return out;
}

/// One report of the file.
struct Table {
    explicit Table(bool per_launch) : launches(per_launch) {}
    Kind kind = Kind::other;
    Launches launches;
    BusyTime busy{};
    Copies copies{};
    std::size_t records = 0;
    std::string device{};
    bool one_device = true;
    std::vector<Rejected> rejected{};
};

class Reader {
  public:
    Reader(std::string source, const ImportOptions& options)
        : source_(std::move(source)), options_(options) {}

    bool header(std::string_view line) {
        messages_.observe(line);
        return columns_in(split_csv_line(line)).kind != Kind::other;
    }

    void read(CsvReader& reader) {
        std::vector<std::string_view> fields;
        while (reader.next(fields)) {
            const bool number = !fields[0].empty() && read_number(fields[0]).fault == nullptr;
            if (!number) {
                start(fields);
            } else if (columns_.kind != Kind::other) {
                const std::string where = fmt::format("{}, line {}", source_, reader.line());
                const std::string fault = row(fields, where);
                if (fault.empty()) continue;
                ++tables_.back()->records;
                tables_.back()->rejected.push_back({.record = where, .name = name_, .reason = fault});
            }
        }
    }

    Profile finish(const std::filesystem::path& path) {
        std::unique_ptr<Table>* best = nullptr;
        for (std::unique_ptr<Table>& table : tables_)
            if (table->records > 0 && (best == nullptr || table->kind > (*best)->kind)) best = &table;
        if (best == nullptr)
            throw messages_.no_data(
                path, "nsys-csv",
                "a table of kernels: nsys stats --report cuda_gpu_kern_sum --format csv, or cuda_gpu_trace");
        Table& table = **best;
        Profile profile{.source = source_, .format = "nsys-csv", .records = table.records};
        if (table.one_device) profile.device = table.device;
        if (!table.busy.empty()) {
            profile.seconds_busy = table.busy.seconds();
            profile.seconds_wall = table.busy.span();
        }
        table.launches.finish(profile);
        table.copies.finish(profile);
        profile.rejected = std::move(table.rejected);
        const auto used = std::ranges::count_if(tables_, [](const auto& one) { return one->records > 0; });
        if (used > 1)
            profile.notes.push_back(
                {.code = "reports_left_out",
                 .text = fmt::format("The file holds {} reports of the same kernels: the most "
                                     "detailed one is read",
                                     used),
                 .remedy = ""});
        return profile;
    }

  private:
    void start(const std::vector<std::string_view>& fields) {
        columns_ = columns_in(fields);
        if (columns_.kind == Kind::other) return messages_.observe(fields[0]);
        tables_.push_back(std::make_unique<Table>(options_.per_launch));
        tables_.back()->kind = columns_.kind;
    }

    std::optional<double> time(const std::vector<std::string_view>& fields, Place place) const {
        if (!place) return std::nullopt;
        const ReadNumber number = read_number(fields[*place]);
        return number.fault == nullptr ? std::optional(number.value * columns_.scale) : std::nullopt;
    }

    /// Why the row makes no point; empty if it does.
    std::string row(const std::vector<std::string_view>& fields, const std::string&) {
        name_.clear();
        if (fields.size() < columns_.width)
            return fmt::format("the row breaks off: {} of {} fields", fields.size(), columns_.width);
        std::string name(fields[*columns_.name]);
        // Names hold commas; where they are not quoted, what follows belongs to them.
        if (*columns_.name + 1 == columns_.width)
            for (std::size_t i = columns_.width; i < fields.size(); ++i) name.append(",").append(fields[i]);
        name_ = escape_invalid_utf8(name);
        if (name_.empty()) return "it names no kernel";
        return columns_.kind == Kind::trace ? trace_row(fields) : summary_row(fields);
    }

    std::string summary_row(const std::vector<std::string_view>& fields) {
        const ReadNumber calls = read_number(fields[*columns_.calls]);
        if (calls.fault != nullptr || calls.value < 1)
            return fault_text("Instances", fields[*columns_.calls], calls.fault ? calls.fault : "is none");
        const auto total = time(fields, columns_.total);
        if (!total) return fault_text("Total Time", fields[*columns_.total], "is no time");
        Table& table = *tables_.back();
        const bool kernel =
            columns_.category ? fields[*columns_.category] == "CUDA_KERNEL" : !name_.starts_with("[CUDA ");
        if (!kernel) return table.copies.add(name_, calls.value, *total, std::nullopt), "";
        Details details;
        if (columns_.grid_text) details.grid = extent(fields[*columns_.grid_text]);
        if (columns_.block_text) details.block = extent(fields[*columns_.block_text]);
        const auto min = time(fields, columns_.min), median = time(fields, columns_.median),
                   max = time(fields, columns_.max);
        if (min && median && max) details.call_seconds = {.min = *min, .median = *median, .max = *max};
        add(std::move(details), calls.value, *total);
        return "";
    }

    std::string trace_row(const std::vector<std::string_view>& fields) {
        const ReadNumber start = read_number(fields[*columns_.start]);
        const auto duration = time(fields, columns_.duration);
        if (start.fault != nullptr || !duration)
            return fault_text("Duration", fields[*columns_.duration], "is no time");
        Table& table = *tables_.back();
        const std::string_view device = columns_.device ? device_name(fields[*columns_.device]) : "";
        if (fields[*columns_.grid].empty()) {
            // Of a copy; its size is in millions of bytes.
            const ReadNumber size =
                columns_.bytes ? read_number(fields[*columns_.bytes]) : ReadNumber{0, "none"};
            table.copies.add(name_, 1, *duration,
                             size.fault == nullptr ? std::optional(size.value * 1e6) : std::nullopt);
            return "";
        }
        Details details{.launch = static_cast<std::int64_t>(table.records)};
        const auto three = [&](std::size_t first) {
            return fmt::format("{},{},{}", escape_invalid_utf8(fields[first]),
                               escape_invalid_utf8(fields[first + 1]),
                               escape_invalid_utf8(fields[first + 2]));
        };
        details.grid = three(*columns_.grid);
        details.block = three(*columns_.block);
        const std::string name = escape_invalid_utf8(device);
        if (table.records == 0) table.device = name;
        table.one_device = table.one_device && table.device == name;
        const double from = start.value * columns_.scale;
        table.busy.add(0, from, from + *duration);
        add(std::move(details), 1, *duration, name);
        return "";
    }

    void add(Details details, double calls, double seconds, std::string_view device = {}) {
        Table& table = *tables_.back();
        ++table.records;
        Point point{.name = name_,
                    .granularity = calls == 1 ? Granularity::launch : Granularity::kernel,
                    .device = Label(device),
                    .calls = calls,
                    .seconds = seconds};
        point.details = std::make_shared<const Details>(std::move(details));
        table.launches.add(std::move(point));
    }

    std::string source_;
    const ImportOptions& options_;
    Messages messages_{};
    Columns columns_{};
    std::vector<std::unique_ptr<Table>> tables_{};
    std::string name_{};
};

int sniff(const std::filesystem::path& path, std::string_view head) {
    if (binary_report(path, head) == BinaryReport::nsys) return 0;  // nsys-sqlite answers
    for (std::size_t at = 0; at < head.size();) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        std::string_view line = head.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() < 400 && columns_in(split_csv_line(line)).kind != Kind::other) return 95;
        at = end + 1;
    }
    // Reports of something else: the error says which.
    return head.find("Time (%),Total Time") != std::string_view::npos ||
                   head.find("\nSKIPPED: ") != std::string_view::npos
               ? 80
               : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    CsvReader csv(path);
    Reader reader(input_name(path), options);
    if (csv.seek_line([&](std::string_view line) { return reader.header(line); })) reader.read(csv);
    Profile profile = reader.finish(path);
    state_device_kind(profile, device_kind::nvidia_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nsys_csv_importer{
    .name = "nsys-csv",
    .summary = "Nsight Systems: nsys stats --format csv, kernel summary or device trace",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
