// What a measurement aims at: the roof that a series of samples is evidence for.
#pragma once

#include <optional>
#include <string>

#include "core/json_fwd.hpp"
#include "core/names.hpp"

namespace mansard {

/// Names one roof. Compute roofs have dtype, isa, engine and op; bandwidth and latency roofs have level and
/// pattern, ridges level and intensity (and the isa whose loads and stores were used). Two series with equal
/// targets are variants.
struct Target {
    std::string device = "cpu";  ///< "cpu", "cuda:0"
    Kind kind = Kind::compute;
    std::optional<Dtype> dtype{};
    std::optional<Isa> isa{};
    std::optional<Engine> engine{};
    std::optional<Op> op{};
    std::optional<Level> level{};
    std::optional<Pattern> pattern{};
    std::optional<double> intensity{};  ///< FLOP/B, of a ridge
    Scope scope = Scope::core;
    int threads = 1;                               ///< cores; of a GPU its SMs
    std::optional<int> cpu_node{}, memory_node{};  ///< NUMA: whose cores use whose memory
    /// Where they are not the ordinary ones. These have no key in a file where they are not set.
    std::optional<Condition> condition{};
    /// Bandwidth with only so many bytes requested per SM at a time.
    std::optional<double> in_flight_bytes{};
    std::optional<int> stages{};         ///< buffers of a copy pipeline
    std::optional<double> tile_bytes{};  ///< of each of them
    std::optional<int> peer{};           ///< index of the GPU at the other end of a link

    bool operator==(const Target&) const = default;
};

/// Stable, readable identifier: "cpu.core.compute.f64.avx2.fma", "cpu.device.bandwidth.DRAM.nt_store",
/// "cpu.core.latency.L2.chase". Threads are left out (core is one, device all) but
/// for some of the cores: "cpu.cores4.bandwidth.L3.load", and "cpu.numa0_1.bandwidth.DRAM.load" is what the
/// cores of node 0 read of node 1's memory. Of GPUs:
/// "cuda:0.device.compute.f16.wgmma.fma.zeros", "cuda:0.device.bandwidth.DRAM.load.8KiB_in_flight",
/// "cuda:0.device.pipeline.bulk.DRAM.load.8.3x16KiB", "cuda:0.device.bandwidth.peer_link.to_peer.cuda:1".
std::string roof_id(const Target& target);

/// "FLOP/s" (OP/s for integers), "B/s" or "s" by kind and dtype.
std::string unit_of(const Target& target);

Json to_json(const Target& target);
Target target_from_json(const Json& object, const std::string& where);

}  // namespace mansard
