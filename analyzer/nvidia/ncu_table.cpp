#include "analyzer/nvidia/ncu_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "analyzer/nvidia/nvtx.hpp"
#include "core/error.hpp"
#include "core/input.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::nvidia {
namespace {

template <typename Number>
std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// "(512, 1, 1)" → "512,1,1"; anything else stays.
std::string extent(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '(' && c != ')') out += c;
    return out;
}

/// "gpu__time_duration.sum [us]" → its name and its unit, as the program with the window writes columns.
std::pair<std::string_view, std::string_view> name_and_unit(std::string_view column) {
    const std::size_t open = column.rfind(" [");
    if (open == std::string_view::npos || !column.ends_with(']')) return {column, {}};
    return {column.substr(0, open), column.substr(open + 2, column.size() - open - 3)};
}

/// Where the first of `names` is among the columns.
std::optional<std::size_t> place_of(const std::vector<std::string>& columns,
                                    std::span<const std::string_view> names) {
    for (const std::string_view name : names)
        for (std::size_t at = 0; at < columns.size(); ++at)
            if (name_and_unit(columns[at]).first == name) return at;
    return std::nullopt;
}

/// In the order of what tells kernels best apart.
constexpr std::array<std::string_view, 3> kernel_columns{"Kernel Name", "Demangled Name", "Function Name"};
constexpr std::array<std::string_view, 2> value_columns{"Metric Value", "Average"};

std::optional<std::size_t> place_of(const std::vector<std::string>& columns, std::string_view name) {
    return place_of(columns, std::span(&name, 1));
}

/// The rule whose words sum up what bounds a kernel.
constexpr std::string_view verdict_rule = "SOLBottleneck";

}  // namespace

NcuLayout ncu_layout(const std::filesystem::path& path, std::string_view head) {
    NcuLayout layout = NcuLayout::none;
    // The search beyond the head would end in the reader's error, and nothing here may throw.
    if (is_marked_utf16(head)) return layout;
    const auto tells = [&](std::string_view line) {
        if (ncu_delimiter(line)) layout = NcuLayout::csv;
        if (is_ncu_process(line)) layout = NcuLayout::text;
        if (layout == NcuLayout::none && (line.starts_with("==PROF==") || line.starts_with("==ERROR==")))
            layout = NcuLayout::messages;
        return layout == NcuLayout::csv || layout == NcuLayout::text;
    };
    for (std::size_t at = 0; at < head.size();) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        if (tells(head.substr(at, end - at))) return layout;
        at = end + 1;
    }
    // A line for each of a thousand launches may come before the first of them.
    if (layout == NcuLayout::messages) CsvReader(path).seek_line(tells);
    return layout;
}

bool is_ncu_process(std::string_view line) {
    const std::size_t close = line.find(']');
    if (!line.starts_with('[') || close == std::string_view::npos || close < 2) return false;
    return number_in<std::uint64_t>(line.substr(1, close - 1)) && line.substr(close).starts_with("] ") &&
           line.find('@', close) != std::string_view::npos;
}

bool is_ncu_header(const std::vector<std::string>& names) {
    const auto starts = [&](std::initializer_list<std::string_view> with) {
        return names.size() > with.size() && std::equal(with.begin(), with.end(), names.begin());
    };
    if (starts({"ID", "Process ID"}) || starts({"Process ID", "Process Name", "Host Name"})) return true;
    if (!place_of(names, kernel_columns)) return false;
    if (place_of(names, "Metric Name") && place_of(names, value_columns)) return true;
    // Of a launch in one row, the columns are named after metrics: "gpu__time_duration.sum".
    return std::ranges::any_of(names, [](const std::string& name) {
        const std::size_t at = name.find("__");
        return (at != std::string::npos && name.find('.', at) != std::string::npos) ||
               name_and_unit(name).first == "Duration";
    });
}

std::optional<char> ncu_delimiter(std::string_view line) {
    // Many lines of a program's own may come before it.
    if (line.find("Process ID") == std::string_view::npos && line.find(" Name") == std::string_view::npos)
        return std::nullopt;
    for (const char delimiter : {',', ';', '\t'})
        if (is_ncu_header(split_csv_line(line, delimiter))) return delimiter;
    return std::nullopt;
}

void NcuTable::read_header(const Fields& fields) {
    columns_ = {};
    known_.clear();
    wide_.clear();
    names_.assign(fields.begin(), fields.end());
    units_.assign(names_.size(), "");
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const auto [name, unit] = name_and_unit(names_[i]);
        units_[i] = unit;
        names_[i].resize(name.size());
    }
    last_ = nullptr;
    last_metrics_.clear();
    launches_.start_capture();
    const auto place = [&](std::string_view name) { return place_of(names_, name); };
    const auto containing = [&](std::string_view part) -> Place {
        const auto found = std::ranges::find_if(
            names_, [&](const std::string& name) { return name.find(part) != std::string::npos; });
        return found != names_.end() ? Place(found - names_.begin()) : std::nullopt;
    };
    columns_ = {.id = place("ID"),
                .process = place("Process ID"),
                .kernel = place_of(names_, kernel_columns),
                .grid = place("Grid Size"),
                .block = place("Block Size"),
                .device = place("Device"),
                .device_name = place("Device Name"),
                .capability = place("CC"),
                .invocations = place("Invocations"),
                .push_pop = containing(":Push/Pop_Range"),
                .start_stop = containing(":Start/Stop_Range"),
                .metric = place("Metric Name"),
                .unit = place("Metric Unit"),
                .value = place_of(names_, value_columns),
                .rule = place("Rule Name"),
                .rule_text = place("Rule Description")};
    if (!columns_.kernel)
        throw Error(Exit::bad_input, "the table is a summary of more than single kernels: it names none",
                    {.where = source_,
                     .expected = "a column \"Kernel Name\"",
                     .remedy = "print it again with --print-summary per-kernel, or none"});
    if (const Place& ranges = columns_.push_pop ? columns_.push_pop : columns_.start_stop)
        columns_.nvtx_tail = fields_behind_range(names_[*ranges]);
    units_follow_ = !columns_.metric;
    width_ = columns_.metric && columns_.value ? 0 : names_.size();
    // Rows of metrics are shorter than the header where columns of rules follow.
    for (const Place& needed :
         {columns_.id, columns_.process, columns_.kernel, columns_.grid, columns_.block, columns_.device,
          columns_.capability, columns_.invocations, columns_.metric, columns_.unit, columns_.value})
        if (needed) width_ = std::max(width_, *needed + 1);
}

bool NcuTable::is_row(const Fields& fields) const {
    const Place& first = columns_.id ? columns_.id : columns_.process;
    if (first) return *first < fields.size() && id_number(fields[*first]).has_value();
    return fields.size() >= width_ && !fields[*columns_.kernel].empty();
}

void NcuTable::reject(const Fields& fields, std::size_t line, std::string reason) {
    const bool named = columns_.kernel && *columns_.kernel < fields.size();
    launches_.reject(fmt::format("{}, line {}", source_, line),
                     named ? escape_invalid_utf8(fields[*columns_.kernel]) : "", std::move(reason));
}

void NcuTable::describe(RawLaunch& launch, const Fields& fields) {
    Texts& texts = launches_.texts();
    const auto field = [&](const Place& place) {
        return place && *place < fields.size() ? fields[*place] : std::string_view();
    };
    launch.kernel = texts.id(escape_invalid_utf8(field(columns_.kernel)));
    launch.grid = texts.id(escape_invalid_utf8(extent(field(columns_.grid))));
    launch.block = texts.id(escape_invalid_utf8(extent(field(columns_.block))));
    launch.compute_capability = number_in<double>(field(columns_.capability)).value_or(0);
    const std::string regions =
        pack_regions(field(columns_.push_pop), field(columns_.start_stop), columns_.nvtx_tail);
    launch.regions = texts.id(escape_invalid_utf8(regions));
    launch.process = texts.id(field(columns_.process));
    launches_.saw_device(field(columns_.device));
    if (columns_.device_name) launch.device = texts.id(escape_invalid_utf8(field(columns_.device_name)));
    if (columns_.id) launch.id = id_number(field(columns_.id)).value_or(-1);
}

/// Of a table without IDs a launch ends where another kernel, or the same metric again, begins.
RawLaunch* NcuTable::launch_without_id(const Fields& fields) {
    std::string kernel;
    for (const Place& place : {columns_.process, columns_.kernel, columns_.grid, columns_.block})
        kernel.append(place ? fields[*place] : std::string_view()).append("\x1f");
    const std::string_view metric = columns_.metric ? fields[*columns_.metric] : std::string_view();
    if (last_ == nullptr || last_metrics_.contains(metric) || kernel != last_id_) {
        last_ = launches_.launch({counted_++, 0, 0, 0}).first;
        describe(*last_, fields);
        last_id_ = std::move(kernel);
        last_metrics_.clear();
    }
    last_metrics_.emplace(metric);
    return last_;
}

RawLaunch* NcuTable::launch_of(const Fields& fields, std::size_t line) {
    const std::string_view process = columns_.process ? fields[*columns_.process] : std::string_view();
    Texts& texts = launches_.texts();
    if (columns_.id) {
        const std::string_view id = fields[*columns_.id];
        if (last_ != nullptr && id == last_id_ && process == last_process_) return last_;
        const auto number = id_number(id).value_or(0);
        const auto [launch, is_new] =
            launches_.launch({texts.id(process), static_cast<std::uint64_t>(number), 0, 0});
        if (is_new) describe(*launch, fields);
        last_id_ = id;
        last_process_ = process;
        return last_ = launch;
    }
    if (!columns_.invocations) return launch_without_id(fields);
    const auto text = [&](const Place& place) -> std::uint64_t {
        return place ? texts.id(fields[*place]) : 0;
    };
    const auto calls = whole_number(fields[*columns_.invocations]);
    if (!calls) {
        reject(fields, line, "its number of invocations is no number");
        return nullptr;
    }
    const auto [launch, is_new] = launches_.launch(
        {text(columns_.process), text(columns_.kernel), text(columns_.grid) << 32U | text(columns_.block),
         text(columns_.device) << 32U | static_cast<std::uint64_t>(*calls)});
    if (is_new) {
        describe(*launch, fields);
        launch->summary = true;
        launch->calls = *calls;
    }
    return launch;
}

void NcuTable::read_long(RawLaunch& launch, const Fields& fields) {
    const std::string_view name = fields[*columns_.metric];
    if (name.empty()) {
        const bool verdict = columns_.rule && columns_.rule_text && *columns_.rule_text < fields.size() &&
                             fields[*columns_.rule] == verdict_rule;
        if (verdict) launch.verdict = launches_.texts().id(escape_invalid_utf8(fields[*columns_.rule_text]));
        return;
    }
    const std::string_view unit = columns_.unit ? fields[*columns_.unit] : std::string_view();
    if (row_ >= known_.size()) known_.resize(row_ + 1);
    Known& known = known_[row_++];
    if (known.name != name || known.unit != unit)
        known = {
            .name = std::string(name), .unit = std::string(unit), .column = launches_.column(name, unit)};
    launches_.read(launch, known.column, fields[*columns_.value]);
}

void NcuTable::read_wide(RawLaunch& launch, const Fields& fields) {
    for (const auto& [at, column] : wide_) launches_.read(launch, column, fields[at]);
}

void NcuTable::read_row(const Fields& fields, std::size_t line) {
    const bool units = units_follow_;
    units_follow_ = false;
    if (units) {
        const auto is_empty = [&](const Place& place) {
            return !place || (*place < fields.size() && fields[*place].empty());
        };
        const bool there = is_empty(columns_.id) && is_empty(columns_.kernel);
        std::vector<bool> taken(names_.size());
        for (const Place& place :
             {columns_.id, columns_.process, columns_.kernel, columns_.grid, columns_.block, columns_.device,
              columns_.device_name, columns_.capability, columns_.push_pop, columns_.start_stop})
            if (place) taken[*place] = true;
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (!taken[i])
                wide_.emplace_back(
                    i, launches_.column(names_[i], there && i < fields.size() ? fields[i] : units_[i]));
        if (there) return;
    }
    if (!is_row(fields)) return launches_.messages().observe(fields[0]);
    if (fields.size() < width_)
        return reject(fields, line,
                      fmt::format("the row breaks off: {} of {} fields", fields.size(), width_));
    if (!columns_.kernel || fields[*columns_.kernel].empty())
        return reject(fields, line, "it names no kernel");
    RawLaunch* const before = last_;
    RawLaunch* const launch = launch_of(fields, line);
    if (launch == nullptr) return;
    if (launch != before || launch->readings.empty()) row_ = 0;
    if (columns_.metric && columns_.value)
        read_long(*launch, fields);
    else
        read_wide(*launch, fields);
}

void NcuTable::read(CsvReader& reader) {
    Fields fields;
    while (reader.next(fields)) {
        // Rows are many, and tables few: only what begins like a header is looked at in whole.
        const bool repeats = columns_.kernel && *columns_.kernel < fields.size() &&
                             fields[*columns_.kernel].starts_with(names_[*columns_.kernel]);
        const bool header = !columns_.kernel || repeats || (fields.size() > 1 && fields[0] == "ID") ||
                            (fields.size() > 2 && fields[0] == "Process ID");
        if (header && is_ncu_header({fields.begin(), fields.end()}))
            read_header(fields);
        else if (reader.truncated() && is_row(fields))
            reject(fields, reader.line(), "the file ends inside this row");
        else
            read_row(fields, reader.line());
    }
}

}  // namespace mansard::analyzer::nvidia
