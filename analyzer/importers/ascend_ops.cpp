// Ascend's tables of ops: op_summary_*.csv of msprof and kernel_details.csv of torch_npu, any level.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/folder.hpp"
#include "analyzer/ascend/gatherer.hpp"
#include "analyzer/files_in.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/lines.hpp"

namespace mansard::analyzer {
namespace {

namespace fs = std::filesystem;

/// The tables in a profiler's output folder: torch_npu's have the steps, and it keeps msprof's beside them.
std::vector<fs::path> tables_in(const fs::path& folder) {
    auto files = files_in(folder, [](std::string_view name) { return name == "kernel_details.csv"; });
    if (files.empty())
        files = files_in(folder, [](std::string_view name) {
            return name.starts_with("op_summary") && name.ends_with(".csv");
        });
    return files;
}

/// Where columns are not separated by commas (a table saved again by a spreadsheet), by what they are;
/// nothing if it is no table of ops.
std::optional<char> delimiter_of(std::string_view head) {
    const std::string_view line = first_line(head);
    for (const char delimiter : {',', ';', '\t'}) {
        const std::vector<std::string> fields = split_csv_line(line, delimiter);
        if (ascend::Columns(std::vector<std::string_view>(fields.begin(), fields.end())).is_op_table())
            return delimiter;
    }
    return std::nullopt;
}

int sniff(const fs::path& path, std::string_view head) {
    std::error_code error;
    if (fs::is_directory(path, error)) return tables_in(path).empty() ? 0 : 80;
    return delimiter_of(head) ? 95 : 0;
}

/// "op_summary_0_1_12.csv", as CANN wrote it for each iteration: device 0, model 1, iteration 12.
struct Iteration {
    std::string device{}, model{}, number{};
};
std::optional<Iteration> iteration_of(const fs::path& file) {
    constexpr std::string_view beginning = "op_summary";
    const std::string stem = file.stem().string();
    if (!stem.starts_with(beginning)) return std::nullopt;
    Iteration found;
    std::size_t at = beginning.size();
    for (std::string* part : {&found.device, &found.model, &found.number}) {
        if (at >= stem.size() || stem[at] != '_') return std::nullopt;
        const std::size_t end = std::min(stem.find('_', at + 1), stem.size());
        *part = stem.substr(at + 1, end - at - 1);
        at = end;
        constexpr std::size_t most_digits = 9;  // a date has more
        if (part->empty() || part->size() > most_digits ||
            part->find_first_not_of("0123456789") != std::string::npos)
            return std::nullopt;
    }
    return found;
}

/// What the tables of a card have had so far.
struct Seen {
    std::vector<Note> notes{};
    std::set<std::string> first_rows{};

    void note(std::string code, std::string text, std::string remedy) {
        notes.push_back({.severity = Severity::warning,
                         .code = std::move(code),
                         .text = std::move(text),
                         .remedy = std::move(remedy)});
    }
};

std::string joined(const std::vector<std::string_view>& fields) {
    std::string out;
    for (const std::string_view field : fields) out.append(field) += '\x1f';
    return out;
}

void read_table(const fs::path& path, bool of_one_iteration, ascend::Gatherer& gatherer, Seen& seen) {
    CsvReader reader(path);
    constexpr std::size_t head_bytes = std::size_t{1} << 16;
    if (const auto delimiter = delimiter_of(reader.head(head_bytes))) reader.set_delimiter(*delimiter);
    std::vector<std::string_view> fields;
    const bool any = reader.next(fields);
    ascend::OpTable table{.source = input_name(path),
                          .columns = ascend::Columns(any ? fields : std::vector<std::string_view>{})};
    if (!table.columns.is_op_table())
        throw Error(Exit::bad_input, "the file is no table of Ascend's ops",
                    {.where = input_name(path),
                     .expected = "a header with Op Name (or Name), OP Type, Task Type and Task Duration(us)",
                     .remedy = "give op_summary_*.csv of msprof, or kernel_details.csv of torch_npu"});
    if (const auto iteration = iteration_of(path)) {
        table.device = iteration->device;
        if (of_one_iteration) table.step = iteration->number;
    }
    // A slice goes on where the one before it ended; what begins with the same op at the same time says the
    // same again.
    if (!reader.next(fields)) return;
    if (!seen.first_rows.insert(joined(fields)).second)
        return seen.note("exported_twice",
                         fmt::format("{} begins like another table of its folder: it is taken for a second "
                                     "export of the same run, and left out",
                                     printable(input_name(path))),
                         "name it by itself if it is none");
    gatherer.begin(std::move(table));
    do gatherer.take(fields, reader.line());
    while (reader.next(fields));
    if (reader.truncated())
        seen.note("truncated",
                  fmt::format("{} ends inside a row: what follows is missing", printable(input_name(path))),
                  "copy it again");
}

/// The tables of one card: a long one is cut into slices, or each iteration has its own. `source` is for
/// messages.
Profile import_tables(const std::string& source, const std::vector<fs::path>& files,
                      const ImportOptions& options) {
    ascend::Gatherer gatherer(source, options);
    Seen seen;
    std::set<std::string> iterations;
    for (const fs::path& file : files)
        if (const auto iteration = iteration_of(file)) iterations.insert(iteration->number);
    for (const fs::path& file : files) try {
            read_table(file, iterations.size() > 1, gatherer, seen);
        } catch (const Error& error) {
            // One that is no table does not lose the others.
            if (files.size() == 1 || error.status() != Exit::bad_input) throw;
            seen.note("table_left_out", printable(error.what(), 400), "export it again");
        }
    if (gatherer.empty() && gatherer.steps() > 0)
        throw Error(Exit::usage,
                    fmt::format("--skip-steps {} leaves nothing: there are {} (Step Id)", options.skip_steps,
                                counted(gatherer.steps(), "step")),
                    {.where = source, .remedy = "skip fewer"});
    if (gatherer.empty())
        throw Error(Exit::bad_input, "the table has no rows",
                    {.where = source,
                     .expected = "a row for each op",
                     .remedy = "profile a program that runs ops on the NPU"});
    Profile profile = gatherer.finish();
    std::ranges::move(seen.notes, std::back_inserter(profile.notes));
    return profile;
}

Profile import(const fs::path& path, const ImportOptions& options) {
    std::error_code error;
    if (!fs::is_directory(path, error)) return import_tables(input_name(path), {path}, options);
    const auto files = tables_in(path);
    if (files.empty())
        throw Error(Exit::bad_input, "the folder has no tables of Ascend's ops",
                    {.where = input_name(path),
                     .expected = "kernel_details.csv or op_summary_*.csv in it, or in a folder in it"});
    return ascend::join_cards(path, ascend::cards_of(files), [&](const ascend::Card& card) {
        const fs::path& first = card.files.front();
        return import_tables(input_name(card.files.size() == 1 ? first : first.parent_path()), card.files,
                             options);
    });
}

}  // namespace

extern constinit const ImporterDesc ascend_ops_importer{
    .name = "ascend-ops",
    .summary = "Ascend: op_summary_*.csv (msprof), kernel_details.csv (torch_npu)",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true, .skip_steps = true}};

}  // namespace mansard::analyzer
