#include "analyzer/nvidia/nvprof_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analyzer/lower_bounds.hpp"
#include "core/embedded.hpp"
#include "core/json.hpp"

namespace mansard::analyzer::nvidia {
namespace {

constexpr std::string_view config = "configs/metrics/nvprof/metrics.json";

}  // namespace

NvprofMeanings nvprof_meanings() {
    NvprofMeanings all;
    const std::string where(config);
    const Json document = parse_json(embedded_file(config), where);
    for (const Json& entry : member(document, "metrics", where))
        all[string_member(entry, "name", where)] = {
            .quantity = string_member(entry, "quantity", where),
            .dtype = optional_name<Dtype>(entry, "dtype", where).value_or(Dtype::unknown),
            .level = optional_name<Level>(entry, "level", where).value_or(Level::DRAM),
            .scale = optional_number(entry, "scale", where).value_or(1)};
    return all;
}

void count(NvprofKernel& kernel, const NvprofMeaning& meaning, double total) {
    if (!std::isfinite(total)) return;
    if (meaning.quantity == "flops") {
        kernel.flops.push_back({.dtype = meaning.dtype, .count = total});
        return;
    }
    if (meaning.quantity == "flops_part") return kernel.flop_parts[meaning.dtype].push_back(total);
    if (meaning.quantity == "more_read") return void(kernel.more_read[meaning.level] += total);
    if (meaning.quantity == "more_written") return void(kernel.more_written[meaning.level] += total);
    ByteCount& bytes = kernel.bytes[meaning.level];
    bytes.level = meaning.level;
    bytes.basis = Basis::traffic;
    std::optional<double>& part = meaning.quantity == "read" ? bytes.read : bytes.written;
    if (!part) part = total;
}

Point point_of(NvprofKernel& kernel) {
    Point point{.name = std::move(kernel.name), .device = kernel.device, .calls = kernel.calls};
    for (const auto& [dtype, parts] : kernel.flop_parts) {
        if (std::ranges::find(kernel.flops, dtype, &FlopCount::dtype) != kernel.flops.end()) continue;
        kernel.flops.push_back({.dtype = dtype,
                                .count = std::accumulate(parts.begin(), parts.end(), 0.0),
                                .at_least = parts.size() < 3});
        if (parts.size() < 3)
            point.notes.push_back(fmt::format(
                "{} FLOPs are a lower bound: of additions, products and FMAs {} of 3 were collected",
                name_of(dtype), parts.size()));
    }
    for (const FlopCount& flops : kernel.flops)
        if (flops.count > 0 || flops.at_least || kernel.flops.size() == 1) point.flops.push_back(flops);
    if (say_nothing(point.flops))
        point.flops.clear();
    else if (point.flops.empty() && !kernel.flops.empty())
        point.flops.push_back(kernel.flops[0]);
    for (auto& [level, bytes] : kernel.bytes) {
        if (bytes.read) *bytes.read += kernel.more_read[level];
        if (bytes.written) *bytes.written += kernel.more_written[level];
        bytes.count = bytes.read.value_or(0) + bytes.written.value_or(0);
        bytes.at_least = !bytes.read || !bytes.written;
        if (bytes.at_least)
            point.notes.push_back(fmt::format("{} bytes are a lower bound: {} were not collected",
                                              name_of(level), bytes.read ? "writes" : "reads"));
        if (std::isfinite(bytes.count)) point.bytes.push_back(bytes);
    }
    return point;
}

}  // namespace mansard::analyzer::nvidia
