// The raw profile of JAX and TensorFlow, a protocol buffer "XSpace": its planes (one for each core, and one
// for the host), and what a plane says of its operations. Everything points into the file's bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/xprof/op.hpp"

namespace mansard::analyzer::xprof {

/// The stats that are read, by their names in the file.
enum class StatName : std::uint8_t {
    bytes_accessed,  ///< of one run; so are flops
    device_duration_ps,
    device_offset_ps,  ///< on the device's own clock
    device_type,
    dma_stall_ps,
    flops,
    gpu_name,
    gpu_memory_bandwidth,  ///< B/s
    hbm_utilization,       ///< %, by hardware counters
    hlo_category,
    hlo_op,
    matrix_utilization,  ///< %, by hardware counters
    memcpy_details,
    memory_breakdown,  ///< bytes of one run in each memory
    memset_details,
    model_flops,
    peak_cmem_read,  ///< GB/s; so are the peaks of the other memories
    peak_cmem_write,
    peak_flops,  ///< TFLOP/s
    peak_hbm,
    peak_vmem_read,
    peak_vmem_write,
    program_id,
    self_duration_ps,
    tf_op,
};

/// A named value. A number is one, a text is one, or the value is another stat's name.
struct Stat {
    std::int64_t id = 0;
    std::optional<double> number{};
    std::int64_t whole = 0;  ///< the same number, exactly, where it is a whole one
    std::string_view text{};
};

/// What an operation's description says, for every time that it ran.
struct OpMeta {
    std::string_view name{}, category{}, framework_op{};
    std::uint64_t program = 0;
    std::optional<double> flops{}, model_flops{};  ///< of one run
    MemoryBytes bytes{};                           ///< of one run
    bool has_breakdown = false;                    ///< bytes are told apart by memory
    double other_memories = 0;                     ///< B of one run in memories without a roof
    std::string_view fault{};                      ///< what of it cannot be used
};

/// Ends in an exception of protozero's where the bytes are no protocol buffer; so do all functions here.
class Plane {
  public:
    explicit Plane(std::string_view bytes);

    std::string_view name() const { return name_; }
    const std::vector<std::string_view>& lines() const { return lines_; }  ///< XLine messages
    const std::vector<Stat>& stats() const { return stats_; }

    std::optional<StatName> meaning(const Stat& stat) const;
    std::optional<double> number(StatName name) const;  ///< of the plane's own stats
    std::string_view text(StatName name) const;
    Stat read_stat(std::string_view bytes) const;
    /// Nothing where the plane has no such description.
    std::optional<OpMeta> describe(std::int64_t event_metadata) const;

  private:
    void add_stat_name(std::string_view entry);
    void read_op_stat(const Stat& stat, OpMeta& op) const;

    std::string_view name_{};
    std::vector<std::string_view> lines_{};
    std::vector<Stat> stats_{};
    std::unordered_map<std::int64_t, std::string_view> events_{};      ///< XEventMetadata messages
    std::unordered_map<std::int64_t, std::string_view> stat_names_{};  ///< of all stats
    std::unordered_map<std::int64_t, StatName> meanings_{};            ///< of those that are read
};

/// The planes of a file, and where it breaks off.
struct Planes {
    std::vector<std::string_view> planes{};  ///< XPlane messages
    std::size_t read = 0;                    ///< B, up to the last whole one
    bool cut = false;
};
Planes planes_of(std::string_view space);

/// A plane's name, without reading the rest of it; empty where its first bytes have none.
std::string_view name_of_plane(std::string_view plane);

}  // namespace mansard::analyzer::xprof
