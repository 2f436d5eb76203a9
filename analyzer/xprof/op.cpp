#include "analyzer/xprof/op.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/device_kinds.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::xprof {
namespace {

bool is_known(std::optional<double> amount) {
    return amount && *amount > 0;
}

bool has_cost(const Op& op) {
    const MemoryBytes& b = op.bytes;
    return is_known(op.flops) || is_known(op.model_flops) || is_known(b.hbm) || is_known(b.cmem_read) ||
           is_known(b.cmem_write) || is_known(b.vmem_read) || is_known(b.vmem_write) || is_known(b.l1) ||
           is_known(b.to_device) || is_known(b.to_host) || is_known(b.peer);
}

/// Adds a level that is read and written over separate ports.
void add_level(Level level, std::optional<double> read, std::optional<double> written, How how,
               Point& point) {
    if (!read && !written) return;
    point.bytes.push_back({.level = level,
                           .basis = Basis::traffic,
                           .how = how,
                           .read = read,
                           .written = written,
                           .count = read.value_or(0) + written.value_or(0)});
}

void add_counts(const Op& op, Chip chip, Point& point) {
    const How how = op.how;
    // XProf scales FLOPs to the peak that it draws: of a TPU that of its matrix unit in bf16. A GPU's peak is
    // that of whichever type the kernels used.
    const bool tpu = chip == Chip::tpu;
    if (op.flops)
        point.flops.push_back({.dtype = tpu ? Dtype::bf16 : Dtype::unknown,
                               .engine = tpu ? Engine::matrix : Engine::vector,
                               .count = *op.flops,
                               .how = how});
    const MemoryBytes& b = op.bytes;
    if (b.hbm) {
        // Told apart only where all of it is.
        const bool apart =
            (b.hbm_read || b.hbm_written) && b.hbm_read.value_or(0) + b.hbm_written.value_or(0) == *b.hbm;
        point.bytes.push_back({.level = Level::DRAM,
                               .basis = Basis::traffic,
                               .how = how,
                               .read = apart ? std::optional(b.hbm_read.value_or(0)) : std::nullopt,
                               .written = apart ? std::optional(b.hbm_written.value_or(0)) : std::nullopt,
                               .count = *b.hbm});
    }
    add_level(Level::CMEM, b.cmem_read, b.cmem_write, how, point);
    add_level(Level::VMEM, b.vmem_read, b.vmem_write, how, point);
    if (b.l1)
        point.bytes.push_back(
            {.level = Level::L1, .basis = Basis::architectural, .how = how, .count = *b.l1});
    add_level(Level::host_link, b.to_device, b.to_host, how, point);
    add_level(Level::peer_link, b.peer, std::nullopt, how, point);
}

bool is_finite(const Point& point) {
    return std::isfinite(point.seconds.value_or(0)) && std::isfinite(point.calls) &&
           std::all_of(point.flops.begin(), point.flops.end(),
                       [](const FlopCount& flops) { return std::isfinite(flops.count); }) &&
           std::all_of(point.bytes.begin(), point.bytes.end(),
                       [](const ByteCount& bytes) { return std::isfinite(bytes.count); });
}

}  // namespace

bool has_inner_ops(std::string_view category) {
    static constexpr std::array<std::string_view, 4> containers{"while", "conditional", "call",
                                                                "megacore fusion"};
    return std::find(containers.begin(), containers.end(), category) != containers.end();
}

bool is_feed(std::string_view category) {
    return category.find("infeed") != std::string_view::npos ||
           category.find("outfeed") != std::string_view::npos || category == "in-feed" ||
           category == "out-feed";
}

bool is_asynchronous(std::string_view category) {
    return category.starts_with("async") || category.ends_with("-start") || category.ends_with("-done") ||
           category.ends_with(" start") || category.ends_with(" done");
}

bool is_idle(std::string_view category) {
    return category == "IDLE";
}

Chip chip_of(std::string_view device_type) {
    if (device_type.starts_with("TPU")) return Chip::tpu;
    return device_type.find("GPU") != std::string_view::npos ? Chip::gpu : Chip::unknown;
}

std::string device_of(std::string_view device_type) {
    if (chip_of(device_type) != Chip::gpu) return escape_invalid_utf8(device_type);
    return std::string(device_type.starts_with("Nvidia") ? device_kind::nvidia_gpu
                       : device_type.starts_with("AMD")  ? device_kind::amd_gpu
                                                         : device_kind::gpu);
}

Point point_of(const Op& op, Chip chip) {
    Point point{.name = escape_invalid_utf8(op.name), .granularity = Granularity::op};
    point.category = escape_invalid_utf8(op.category);
    point.step = escape_invalid_utf8(op.step);
    point.calls = op.calls;
    point.seconds = op.own ? op.own : op.total;
    if (has_inner_ops(op.category)) {
        point.flops.push_back({.count = 0, .how = How::assumed});
        point.notes.push_back(
            "its time is what it spent outside the operations within it, which have the FLOPs and bytes");
    } else if (has_cost(op)) {
        add_counts(op, chip, point);
    } else {
        point.notes.push_back("XProf knows no cost of it: its FLOPs and bytes are unknown");
    }
    if (is_asynchronous(op.category))
        point.notes.push_back(
            "what it moves goes on beside other operations: over its own time it can seem faster than any "
            "roof");
    Details details{.verdict = escape_invalid_utf8(op.verdict)};
    if (!op.framework_op.empty()) details.regions.push_back(escape_invalid_utf8(op.framework_op));
    if (is_known(op.model_flops) && op.model_flops != op.flops)
        details.metrics.push_back({.name = "model_flops", .value = *op.model_flops});
    if (is_known(op.dma_stall)) details.metrics.push_back({.name = "dma_stall", .value = *op.dma_stall});
    point.details = std::make_shared<const Details>(std::move(details));
    return point;
}

void add_op(const Op& op, std::string where, Chip chip, const ImportOptions& options, Profile& profile) {
    ++profile.records;
    const auto reject = [&](std::string reason) {
        profile.rejected.push_back(
            {.record = std::move(where), .name = escape_invalid_utf8(op.name), .reason = std::move(reason)});
    };
    if (is_idle(op.category)) return reject("it is the time in which the device ran nothing");
    if (!options.feeds && is_feed(op.category)) return reject("in-feed and out-feed are left out");
    Point point = point_of(op, chip);
    if (!is_finite(point)) return reject("a number of it is beyond the range of numbers");
    profile.points.push_back(std::move(point));
}

double seconds_of_points(const Profile& profile) {
    double sum = 0;
    for (const Point& point : profile.points) sum += point.seconds.value_or(0);
    return sum;
}

}  // namespace mansard::analyzer::xprof
