// Ascend's Chrome traces: trace_view.json of torch_npu, msprof_*.json of msprof, also merged by PaddlePaddle.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "analyzer/ascend/folder.hpp"
#include "analyzer/ascend/trace_tasks.hpp"
#include "analyzer/files_in.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/trace/input.hpp"
#include "analyzer/trace/reader.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool has_tasks(std::string_view text) {
    return has(text, "\"Ascend Hardware\"") || has(text, "\"Task Type\"");
}

/// Whether an NPU's tasks stand anywhere in a file whose beginning does not tell: a merged trace has the
/// host's events first, which may be any number. Reading goes as fast as the disk does. Nothing where it
/// cannot be told: of standard input, of what is packed.
std::optional<bool> has_tasks_within(const std::filesystem::path& path, std::string_view head) {
    std::error_code error;
    if (path == "-" || !std::filesystem::is_regular_file(path, error) || head.starts_with("\x1f\x8b"))
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    constexpr std::size_t piece = std::size_t{1} << 20, overlap = 32;
    std::string text(piece + overlap, ' ');
    while (file.read(text.data() + overlap, piece), file.gcount() > 0) {
        if (has_tasks(std::string_view(text).substr(0, overlap + static_cast<std::size_t>(file.gcount()))))
            return true;
        // What a piece cuts in two is found in the next.
        std::copy(text.end() - overlap, text.end(), text.begin());
    }
    return false;
}

/// A folder's, where it has no tables.
std::vector<std::filesystem::path> traces_in(const std::filesystem::path& folder) {
    return files_in(folder, [](std::string_view name) {
        return name == "trace_view.json" || name == "trace_view.json.gz" ||
               (name.starts_with("msprof_") && name.ends_with(".json"));
    });
}

int sniff(const std::filesystem::path& path, std::string_view packed) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return traces_in(path).empty() ? 0 : 60;
    const std::string head = trace::unpacked_head(packed);
    if (trace::looks_like_trace(head) == 0) return 0;
    if (has_tasks(head)) return 97;
    // Where the host's events come first: torch_npu writes a bare list with its times as text, PyTorch an
    // object with numbers.
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (head[first] == '[' && has(head, "\"ts\": \"") && has(head, "\"cpu_op\""))
        return has_tasks_within(path, packed).value_or(true) ? 97 : 0;
    if (has(head, "\"schemaVersion\"") || has(head, "\"cpu_op\"")) return 0;
    return has_tasks_within(path, packed).value_or(false) ? 97 : 0;
}

/// The traces of one card: a long one is cut into slices.
Profile import_traces(const std::vector<std::filesystem::path>& files, const ImportOptions& options) {
    const std::string source = input_name(files.size() == 1 ? files.front() : files.front().parent_path());
    ascend::TraceTasks tasks(source, options);
    std::vector<Note> notes;
    for (const std::filesystem::path& file : files) {
        const trace::Trace trace = trace::read_trace(
            file, [&](const trace::Event& event) { tasks.take(event); },
            [&](const std::string& where, std::string_view text, std::string reason) {
                tasks.fault(where, text, std::move(reason));
            });
        if (!trace.cut_at.empty())
            notes.push_back(
                {.severity = Severity::warning,
                 .code = "truncated",
                 .text = fmt::format("{} breaks off at {}", printable(input_name(file)), trace.cut_at),
                 .remedy = "copy it again"});
    }
    Profile profile = tasks.finish();
    std::ranges::move(notes, std::back_inserter(profile.notes));
    return profile;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) return import_traces({path}, options);
    const auto files = traces_in(path);
    if (files.empty())
        throw Error(Exit::bad_input, "the folder has no traces of an NPU",
                    {.where = input_name(path),
                     .expected = "trace_view.json or msprof_*.json in it, or in a folder in it"});
    return ascend::join_cards(path, ascend::cards_of(files),
                              [&](const ascend::Card& card) { return import_traces(card.files, options); });
}

}  // namespace

extern constinit const ImporterDesc ascend_trace_importer{
    .name = "ascend-trace",
    .summary = "Ascend: trace_view.json, msprof_*.json, traces merged by PaddlePaddle; times of tasks",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true, .skip_steps = true}};

}  // namespace mansard::analyzer
