#include "analyzer/xprof/peaks.hpp"

#include <fmt/format.h>

#include "core/quantity.hpp"

namespace mansard::analyzer::xprof {
namespace {

constexpr double giga = 1e9, tera = 1e12;
/// No device comes near it: what claims more is damage.
constexpr double most = 1e21;

}  // namespace

Peaks peaks_of(const Plane& plane) {
    const auto peak = [&](StatName name, double unit) {
        const auto value = plane.number(name);
        return value ? std::optional(*value * unit) : std::nullopt;
    };
    Peaks peaks{.flops = peak(StatName::peak_flops, tera),
                .hbm = peak(StatName::peak_hbm, giga),
                .cmem_read = peak(StatName::peak_cmem_read, giga),
                .cmem_write = peak(StatName::peak_cmem_write, giga),
                .vmem_read = peak(StatName::peak_vmem_read, giga),
                .vmem_write = peak(StatName::peak_vmem_write, giga)};
    if (!peaks.hbm) peaks.hbm = peak(StatName::gpu_memory_bandwidth, 1);
    return peaks;
}

void note_peaks(const Peaks& peaks, const std::string& words, Profile& profile) {
    std::string text;
    const auto add = [&](const char* name, std::optional<double> peak, const char* unit) {
        if (!peak || *peak <= 0 || *peak > most) return;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, si(*peak, unit));
    };
    add("arithmetic", peaks.flops, "FLOP/s");
    add("HBM", peaks.hbm, "B/s");
    add("CMEM reads", peaks.cmem_read, "B/s");
    add("CMEM writes", peaks.cmem_write, "B/s");
    add("VMEM reads", peaks.vmem_read, "B/s");
    add("VMEM writes", peaks.vmem_write, "B/s");
    add("L1 and shared memory", peaks.l1, "B/s");
    if (!text.empty())
        profile.notes.push_back({.code = "profiler_peaks", .text = words + ": " + text, .remedy = ""});
}

std::string bound_by(const Op& op, const Peaks& peaks) {
    std::string bound;
    if (!peaks.flops || *peaks.flops <= 0 || !op.total || *op.total <= 0 || has_inner_ops(op.category))
        return bound;
    double largest = 0;
    const auto compare = [&](const char* name, std::optional<double> amount, std::optional<double> peak) {
        if (!amount || !peak || *peak <= 0 || *amount / *peak <= largest) return;
        largest = *amount / *peak;
        bound = name;
    };
    compare("Compute", op.flops, peaks.flops);
    compare("HBM", op.bytes.hbm, peaks.hbm);
    compare("CMEM Read", op.bytes.cmem_read, peaks.cmem_read);
    compare("CMEM Write", op.bytes.cmem_write, peaks.cmem_write);
    compare("VMEM Read", op.bytes.vmem_read, peaks.vmem_read);
    compare("VMEM Write", op.bytes.vmem_write, peaks.vmem_write);
    return bound;
}

}  // namespace mansard::analyzer::xprof
