// Nsight Systems' CSV: kernel summaries and traces of the device, alone or among other reports of `nsys
// stats`.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "analyzer/device_kinds.hpp"
#include "analyzer/launches.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/nvidia/cell.hpp"
#include "analyzer/nvidia/messages.hpp"
#include "analyzer/nvidia/nsys_columns.hpp"
#include "analyzer/nvidia/timeline.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

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

/// nsys writes numbers with a dot, and groups thousands in some of its forms.
std::optional<double> number_in(std::string_view text) {
    const std::optional<CellNumber> number = Locale(DecimalSign::point).read(text);
    return number ? std::optional(Locale::value(*number, DecimalSign::point)) : std::nullopt;
}

/// One report of the file.
struct Table {
    explicit Table(bool per_launch) : launches(per_launch) {}
    NsysReport kind = NsysReport::other;
    Launches launches;
    BusyTime busy{};
    Copies copies{};
    std::size_t records = 0;
    std::string device{}, unknown_size{};  ///< the column of sizes whose unit is not known
    bool one_device = true;
    std::vector<Rejected> rejected{};
};

class Reader {
  public:
    Reader(std::string source, const ImportOptions& options)
        : source_(std::move(source)), options_(options) {}

    /// The delimiter of a table of kernels whose header `line` is.
    std::optional<char> header(std::string_view line) {
        messages_.observe(line);
        const auto delimiter = nsys_delimiter(line);
        if (!delimiter) note_other(split_csv_line(line));
        return delimiter;
    }

    void read(CsvReader& reader) {
        std::vector<std::string_view> fields;
        while (reader.next(fields)) {
            // Headers and what nsys says between its reports hold no field that is a number.
            const bool is_row = std::ranges::any_of(
                fields, [](std::string_view field) { return number_in(field).has_value(); });
            const bool open = columns_.report != NsysReport::other;
            if (!is_row && !(open && reader.truncated())) {
                start(fields);
            } else if (open) {
                const std::string where = fmt::format("{}, line {}", source_, reader.line());
                const std::string fault = row(fields);
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
        if (best == nullptr) throw without_kernels(path);
        Table& table = **best;
        Profile profile{.source = source_, .format = "nsys-csv", .records = table.records};
        if (table.one_device) profile.device = table.device;
        if (!table.busy.empty()) {
            profile.seconds_busy = table.busy.seconds();
            profile.seconds_wall = table.busy.span();
        }
        table.launches.finish(profile);
        table.copies.finish(profile);
        if (!table.unknown_size.empty())
            profile.notes.push_back(
                {.code = "sizes_left_out",
                 .text = fmt::format("The unit of \"{}\" is not known: copies have no bytes",
                                     printable(table.unknown_size, 60)),
                 .remedy = "write the report in MB or KiB"});
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
        columns_ = nsys_columns({fields.begin(), fields.end()});
        if (columns_.report == NsysReport::other) {
            note_other(columns_.names);
            return messages_.observe(fields[0]);
        }
        tables_.push_back(std::make_unique<Table>(options_.per_launch));
        tables_.back()->kind = columns_.report;
    }

    /// Remembers the first table of something else, for a file that holds nothing of kernels.
    void note_other(const std::vector<std::string>& names) {
        const bool times = std::ranges::any_of(
            names, [](const std::string& name) { return name.find("Time") != std::string::npos; });
        if (other_.empty() && times && names.size() > 3)
            other_ = printable(fmt::format("{}", fmt::join(names, ",")), 120);
    }

    Error without_kernels(const std::filesystem::path& path) const {
        constexpr std::string_view expected =
            "a table of kernels: nsys stats --report cuda_gpu_kern_sum --format csv, or cuda_gpu_trace";
        if (other_.empty() || messages_.any()) return messages_.no_data(path, "nsys-csv", expected);
        return Error(
            Exit::bad_input,
            fmt::format("its reports are of something else than kernels; the first has \"{}\"", other_),
            {.where = source_,
             .expected = std::string(expected),
             .remedy = "write that report: nsys stats --report cuda_gpu_kern_sum --format csv FILE"});
    }

    static std::optional<double> time(const std::vector<std::string_view>& fields,
                                      const NsysColumns::Time& of) {
        if (!of || !of->scale) return std::nullopt;
        const auto number = number_in(fields[of->at]);
        return number ? std::optional(*number * *of->scale) : std::nullopt;
    }

    /// What is wrong with a time that is needed.
    std::string time_fault(const std::vector<std::string_view>& fields, const TimeColumn& of) const {
        return of.scale ? fault_text(columns_.names[of.at], fields[of.at], "is no time")
                        : fmt::format("the unit of \"{}\" is not known", printable(columns_.names[of.at]));
    }

    /// Why the row makes no point; empty if it does.
    std::string row(const std::vector<std::string_view>& fields) {
        name_.clear();
        if (fields.size() < columns_.width)
            return fmt::format("the row breaks off: {} of {} fields", fields.size(), columns_.width);
        std::string name(fields[*columns_.name]);
        // Names hold commas; where they are not quoted, what follows belongs to them.
        if (*columns_.name + 1 == columns_.width)
            for (std::size_t i = columns_.width; i < fields.size(); ++i) name.append(",").append(fields[i]);
        name_ = escape_invalid_utf8(name);
        if (name_.empty()) return "it names no kernel";
        return columns_.report == NsysReport::trace ? trace_row(fields) : summary_row(fields);
    }

    std::string summary_row(const std::vector<std::string_view>& fields) {
        const std::string_view category = columns_.category ? fields[*columns_.category] : "";
        if (category == "CUDA_API") return "";  // of the CPU: no record of the device
        const auto calls = number_in(fields[*columns_.calls]);
        if (!calls || *calls < 1)
            return fault_text(columns_.names[*columns_.calls], fields[*columns_.calls],
                              "is no number of calls");
        auto total = time(fields, columns_.total ? columns_.total : columns_.mean);
        if (!total) return time_fault(fields, columns_.total ? *columns_.total : *columns_.mean);
        if (!columns_.total) *total *= *calls;
        Table& table = *tables_.back();
        const bool kernel = columns_.category ? category == "CUDA_KERNEL" : !name_.starts_with("[CUDA ");
        if (!kernel) return table.copies.add(name_, *calls, *total, std::nullopt), "";
        Details details;
        if (columns_.grid_text) details.grid = extent(fields[*columns_.grid_text]);
        if (columns_.block_text) details.block = extent(fields[*columns_.block_text]);
        const auto min = time(fields, columns_.min), median = time(fields, columns_.median),
                   max = time(fields, columns_.max);
        if (min && median && max) details.call_seconds = {.min = *min, .median = *median, .max = *max};
        add(std::move(details), *calls, *total);
        return "";
    }

    std::string trace_row(const std::vector<std::string_view>& fields) {
        const auto start = time(fields, columns_.start), duration = time(fields, columns_.duration);
        if (!duration) return time_fault(fields, *columns_.duration);
        if (!start) return time_fault(fields, *columns_.start);
        Table& table = *tables_.back();
        const std::string_view device = columns_.device ? device_name(fields[*columns_.device]) : "";
        if (name_.starts_with("[CUDA mem")) {
            table.copies.add(name_, 1, *duration, time(fields, columns_.bytes));
            if (columns_.bytes && !columns_.bytes->scale)
                table.unknown_size = columns_.names[columns_.bytes->at];
            return "";
        }
        Details details{.launch = static_cast<std::int64_t>(table.records)};
        const auto three = [&](std::size_t first) {
            // What is no kernel, such as a graph, has none.
            if (fields[first].empty()) return std::string();
            return fmt::format("{},{},{}", escape_invalid_utf8(fields[first]),
                               escape_invalid_utf8(fields[first + 1]),
                               escape_invalid_utf8(fields[first + 2]));
        };
        details.grid = columns_.grid_text ? extent(fields[*columns_.grid_text]) : three(*columns_.grid);
        if (columns_.block_text)
            details.block = extent(fields[*columns_.block_text]);
        else if (columns_.block)
            details.block = three(*columns_.block);
        const std::string name = escape_invalid_utf8(device);
        if (table.records == 0) table.device = name;
        table.one_device = table.one_device && table.device == name;
        table.busy.add(0, *start, *start + *duration);
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
    NsysColumns columns_{};
    std::vector<std::unique_ptr<Table>> tables_{};
    std::string name_{}, other_{};
};

/// Its tables in a form that other programs read badly.
bool is_other_form(std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    const bool terminal = has(" ** ") && (has("(cuda_gpu_") || has("(gpukernsum)") || has("(gputrace)"));
    const bool older = has("CUDA Kernel Statistics") && has("Total Time");
    const bool json = has("\"Total Time (ns)\"") && has("\"Instances\"");
    return terminal || older || json;
}

int sniff(const std::filesystem::path& path, std::string_view head) {
    if (binary_report(path, head) == BinaryReport::nsys) return 0;  // nsys-sqlite answers
    for (std::size_t at = 0; at < head.size();) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        std::string_view line = head.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() < 400 && nsys_delimiter(line)) return 95;
        at = end + 1;
    }
    if (is_other_form(head)) return 85;
    // Reports of something else: the error says which.
    return head.find("Time (%),Total Time") != std::string_view::npos ||
                   head.find(",Total Time (ns),") != std::string_view::npos ||
                   head.find("\nSKIPPED: ") != std::string_view::npos
               ? 80
               : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    CsvReader csv(path);
    Reader reader(input_name(path), options);
    const bool other_form = is_other_form(csv.head(std::size_t{1} << 16));
    const bool found = csv.seek_line([&](std::string_view line) {
        const auto delimiter = reader.header(line);
        if (delimiter) csv.set_delimiter(*delimiter);
        return delimiter.has_value();
    });
    if (!found && other_form)
        throw Error(
            Exit::bad_input, "these are tables of nsys stats for the terminal, or its JSON",
            {.where = input_name(path),
             .expected = "its CSV",
             .remedy = "write them again: nsys stats --report cuda_gpu_kern_sum,cuda_gpu_trace --format "
                       "csv FILE.nsys-rep"});
    if (found) reader.read(csv);
    Profile profile = reader.finish(path);
    state_device_kind(profile, device_kind::nvidia_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nsys_csv_importer{
    .name = "nsys-csv",
    .summary = "Nsight Systems: nsys stats --format csv, kernel summary or device trace",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true}};

}  // namespace mansard::analyzer
