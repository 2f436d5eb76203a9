#include "analyzer/torch/counters.hpp"

#include <array>

namespace mansard::analyzer::torch {
namespace {

/// Additions, multiplications, FMAs of threads, and FLOP of each. Names as CUPTI and Nsight Compute have
/// them.
struct Instructions {
    std::string_view letter;
    Dtype dtype;
    double plain, fused;
};

constexpr auto instructions = std::to_array<Instructions>({
    {"d", Dtype::f64, 1, 2},
    {"f", Dtype::f32, 1, 2},
    {"h", Dtype::f16, 1, 2},
});

constexpr std::string_view prefix = "sass_thread_inst_executed_op_";

/// "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum" is "ffma".
std::string_view operation(std::string_view metric) {
    const std::size_t at = metric.find(prefix);
    if (at == std::string_view::npos || !metric.ends_with("_pred_on.sum")) return {};
    metric.remove_prefix(at + prefix.size());
    return metric.substr(0, metric.find('_'));
}

}  // namespace

void add_counted(std::span<const Counter> counters, const Interner& names, HalfCount fp16, Point& point) {
    for (const Instructions& kind : instructions) {
        bool any = false;
        double flops = 0;
        // A half-precision instruction works on two numbers at once.
        const double packed = kind.dtype == Dtype::f16 && fp16 == HalfCount::nvidia ? 2 : 1;
        for (const Counter& counter : counters) {
            const std::string_view op = operation(names.text(counter.name));
            if (op.size() != 4 || !op.starts_with(kind.letter)) continue;
            any = true;
            flops += counter.value * packed * (op.ends_with("fma") ? kind.fused : kind.plain);
        }
        if (any) point.flops.push_back({.dtype = kind.dtype, .count = flops});
    }
    std::optional<double> read, written;
    for (const Counter& counter : counters) {
        const std::string_view name = names.text(counter.name);
        if (name == "dram__bytes_read.sum") read = counter.value;
        if (name == "dram__bytes_write.sum") written = counter.value;
        // A sector is 32 B.
        if (name == "dram__sectors_read.sum" && !read) read = 32 * counter.value;
        if (name == "dram__sectors_write.sum" && !written) written = 32 * counter.value;
    }
    if (read && written)
        point.bytes.push_back({.level = Level::DRAM,
                               .basis = Basis::traffic,
                               .read = read,
                               .written = written,
                               .count = *read + *written});
}

}  // namespace mansard::analyzer::torch
