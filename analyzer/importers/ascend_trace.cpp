// Ascend's Chrome traces: trace_view.json of torch_npu, msprof_*.json of msprof, also merged by PaddlePaddle.
#include <algorithm>
#include <fstream>
#include <optional>

#include "analyzer/ascend/trace_tasks.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/trace/input.hpp"
#include "analyzer/trace/reader.hpp"
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

int sniff(const std::filesystem::path& path, std::string_view packed) {
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

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    ascend::TraceTasks tasks(input_name(path), options);
    const trace::Trace trace = trace::read_trace(
        path, [&](const trace::Event& event) { tasks.take(event); },
        [&](const std::string& where, std::string_view text, std::string reason) {
            tasks.fault(where, text, std::move(reason));
        });
    Profile profile = tasks.finish();
    if (!trace.cut_at.empty())
        profile.notes.push_back({.severity = Severity::warning,
                                 .code = "truncated",
                                 .text = "the file breaks off at " + trace.cut_at,
                                 .remedy = "copy it again"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc ascend_trace_importer{
    .name = "ascend-trace",
    .summary = "Ascend: trace_view.json, msprof_*.json, traces merged by PaddlePaddle; times of tasks",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
