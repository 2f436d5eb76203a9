#include "analyzer/ascend/columns.hpp"

#include <optional>

#include "analyzer/ascend/tensors.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::ascend {
namespace {

struct Spelling {
    std::string_view name;
    Column column;
};

constexpr auto spellings = std::to_array<Spelling>({
    {"Op Name", Column::name},
    {"Name", Column::name},
    {"OP Type", Column::type},
    {"Type", Column::type},
    {"Task Type", Column::core},
    {"Accelerator Core", Column::core},
    {"Task Start Time(us)", Column::start},
    {"Task Start Time", Column::start},
    {"Start Time(us)", Column::start},
    {"Task Duration(us)", Column::duration},
    {"Duration(us)", Column::duration},
    {"Task Wait Time(us)", Column::wait},
    {"Wait Time(us)", Column::wait},
    {"Step Id", Column::step},
    {"Iteration ID", Column::step},
    {"Infer ID", Column::step},
    {"Device_id", Column::device},
    {"HF32 Eligible", Column::hf32},
    {"Input Shapes", Column::in_shapes},
    {"Input Data Types", Column::in_types},
    {"Input Formats", Column::in_formats},
    {"Output Shapes", Column::out_shapes},
    {"Output Data Types", Column::out_types},
    {"Output Formats", Column::out_formats},
});

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
        bool found = false;
        for (const Spelling& spelling : spellings) {
            if (spelling.name != name) continue;
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
