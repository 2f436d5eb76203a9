#include "analyzer/ascend/columns.hpp"

#include <cctype>
#include <optional>

#include "analyzer/ascend/tensors.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::ascend {
namespace {

struct Spelling {
    std::string_view name;
    Column column;
};

/// In lower case, without blanks and underscores, as plain() makes them.
constexpr auto spellings = std::to_array<Spelling>({
    {"opname", Column::name},
    {"name", Column::name},
    {"optype", Column::type},
    {"type", Column::type},
    {"tasktype", Column::core},
    {"acceleratorcore", Column::core},
    {"taskstarttime(us)", Column::start},
    {"taskstarttime", Column::start},
    {"starttime(us)", Column::start},
    {"taskduration(us)", Column::duration},
    {"duration(us)", Column::duration},
    {"taskwaittime(us)", Column::wait},
    {"waittime(us)", Column::wait},
    {"stepid", Column::step},
    {"iterationid", Column::step},
    {"inferid", Column::step},
    {"deviceid", Column::device},
    {"hf32eligible", Column::hf32},
    {"inputshapes", Column::in_shapes},
    {"inputdatatypes", Column::in_types},
    {"inputformats", Column::in_formats},
    {"outputshapes", Column::out_shapes},
    {"outputdatatypes", Column::out_types},
    {"outputformats", Column::out_formats},
});

/// Versions differ in capitals, blanks and underscores: "Op Name" and "OP Name", "Device_id" and "Device ID".
std::string plain(std::string_view name) {
    std::string out;
    for (const char c : name)
        if (c != ' ' && c != '_') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// Counters that rules read or a reader of the point wants; times and cycles of pipes say no more than their
/// ratios.
std::optional<CounterKind> kind_of(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (has("read_main_memory_datas(KB)")) return CounterKind::read_kib;
    if (has("write_main_memory_datas(KB)")) return CounterKind::written_kib;
    if (name.ends_with("cube_fops")) return CounterKind::cube_flops;
    if (name.ends_with("vector_fops") || name.ends_with("vec_fops")) return CounterKind::vector_flops;
    if (name.ends_with("_ratio") || name.ends_with("_rate") || has("_bw") || has("memory_bound") ||
        has("cube_utilization") || has("_ratio(%)") || has("hit") || name == "aicore_time(us)")
        return CounterKind::metric;
    return std::nullopt;
}

}  // namespace

Columns::Columns(std::span<const std::string_view> header) : width_(header.size()) {
    places_.fill(none);
    for (std::size_t i = 0; i < header.size(); ++i) {
        const std::string_view name = trimmed(header[i]);
        const std::string spelled = plain(name);
        bool found = false;
        for (const Spelling& spelling : spellings) {
            if (spelling.name != spelled) continue;
            found = true;
            std::size_t& place = places_[static_cast<std::size_t>(spelling.column)];
            if (place == none) place = i;
        }
        if (found) continue;
        if (const auto kind = kind_of(name))
            counters_.push_back({.place = i, .name = escape_invalid_utf8(name), .kind = *kind});
    }
}

bool Columns::is_op_table() const {
    return has(Column::name) && has(Column::type) && has(Column::core) && has(Column::duration);
}

}  // namespace mansard::analyzer::ascend
