// Ascend's tables of ops: op_summary_*.csv of msprof and kernel_details.csv of torch_npu, any level.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/folder.hpp"
#include "analyzer/ascend/gatherer.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

namespace fs = std::filesystem;

std::vector<std::string_view> views(const std::vector<std::string>& fields) {
    return {fields.begin(), fields.end()};
}

/// The tables in a profiler's output folder: torch_npu's have the steps, and it keeps msprof's beside them.
std::vector<fs::path> tables_in(const fs::path& folder) {
    auto files = ascend::files_in(folder, [](std::string_view name) { return name == "kernel_details.csv"; });
    if (files.empty())
        files = ascend::files_in(folder, [](std::string_view name) {
            return name.starts_with("op_summary") && name.ends_with(".csv");
        });
    return files;
}

int sniff(const fs::path& path, std::string_view head) {
    std::error_code error;
    if (fs::is_directory(path, error)) return tables_in(path).empty() ? 0 : 80;
    if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
    const auto header = split_csv_line(head.substr(0, head.find('\n')));
    return ascend::Columns(views(header)).is_op_table() ? 95 : 0;
}

Profile import_table(const fs::path& path, const ImportOptions& options) {
    CsvReader reader(path);
    std::vector<std::string_view> fields;
    const bool any = reader.next(fields);
    const ascend::Columns columns{any ? fields : std::vector<std::string_view>{}};
    if (!columns.is_op_table())
        throw Error(Exit::bad_input, "the file is no table of Ascend's ops",
                    {.where = input_name(path),
                     .expected = "a header with Op Name (or Name), OP Type, Task Type and Task Duration(us)",
                     .remedy = "give op_summary_*.csv of msprof, or kernel_details.csv of torch_npu"});
    ascend::Gatherer gatherer(input_name(path), options, columns);
    while (reader.next(fields)) gatherer.take(fields, reader.line());
    if (gatherer.empty() && gatherer.steps() > 0)
        throw Error(Exit::usage,
                    fmt::format("--skip-steps {} leaves nothing: the table has {} (Step Id)",
                                options.skip_steps, counted(gatherer.steps(), "step")),
                    {.where = input_name(path), .remedy = "skip fewer"});
    if (gatherer.empty())
        throw Error(Exit::bad_input, "the table has no rows",
                    {.where = input_name(path),
                     .expected = "a row for each op",
                     .remedy = "profile a program that runs ops on the NPU"});
    Profile profile = gatherer.finish();
    if (reader.truncated())
        profile.notes.push_back({.severity = Severity::warning,
                                 .code = "truncated",
                                 .text = "the file ends inside a row: what follows is missing",
                                 .remedy = "copy it again"});
    return profile;
}

void append(std::vector<Rejected>& to, std::vector<Rejected>& from) {
    std::ranges::move(from, std::back_inserter(to));
}

/// Adds the profile of a card's table, but for its wall time.
void join(Profile& all, Profile one, const Label& card) {
    const auto take = [&](Point point) {
        if (point.device.empty()) point.device = card;
        return point;
    };
    for (std::size_t i = 0; i < one.points.size(); ++i) all.points.push_back(take(std::move(one.points[i])));
    for (Point& step : one.steps) all.steps.push_back(take(std::move(step)));
    append(all.rejected, one.rejected);
    all.records += one.records;
    if (all.seconds_busy) {
        if (one.seconds_busy) *all.seconds_busy += *one.seconds_busy;
        if (!one.seconds_busy) all.seconds_busy = std::nullopt;
    }
    for (Note& note : one.notes) {
        note.text = fmt::format("{}: {}", printable(one.source), note.text);
        all.notes.push_back(std::move(note));
    }
}

Profile import(const fs::path& path, const ImportOptions& options) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return import_table(path, options);
    const auto files = tables_in(path);
    if (files.empty())
        throw Error(Exit::bad_input, "the folder has no tables of Ascend's ops",
                    {.where = input_name(path),
                     .expected = "kernel_details.csv or op_summary_*.csv in it, or in a folder in it"});
    if (files.size() == 1) return import_table(files.front(), options);
    Profile all{.source = input_name(path), .format = "ascend-ops", .seconds_busy = 0};
    std::size_t card = 0;
    double wall = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
        // A long table of one card is cut into several, which lie in one folder and follow each other; cards
        // run side by side.
        if (i > 0 && files[i].parent_path() != files[i - 1].parent_path()) ++card, wall = 0;
        Profile one = import_table(files[i], options);
        wall += one.seconds_wall.value_or(0);
        if (one.seconds_wall) all.seconds_wall = std::max(all.seconds_wall.value_or(0), wall);
        join(all, std::move(one), Label(fmt::format("Ascend NPU {}", card)));
    }
    return all;
}

}  // namespace

extern constinit const ImporterDesc ascend_ops_importer{
    .name = "ascend-ops",
    .summary = "Ascend: op_summary_*.csv (msprof), kernel_details.csv (torch_npu)",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
