// One operation as XProf knows it, whichever of its files tells, and the point that it becomes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer::xprof {

/// Bytes over all calls; nothing where the file has no such number.
struct MemoryBytes {
    std::optional<double> hbm{};
    std::optional<double> hbm_read{}, hbm_written{};  ///< parts of `hbm`, where told apart
    std::optional<double> cmem_read{}, cmem_write{}, vmem_read{}, vmem_write{}, l1{};
    std::optional<double> to_device{}, to_host{}, peer{};  ///< over the links of a GPU
};

struct Op {
    std::string name{}, category{}, step{};
    std::string verdict{};       ///< XProf's bound_by
    std::string framework_op{};  ///< of JAX or TensorFlow that it came from
    double calls = 1;
    std::optional<double> total{}, own{};  ///< s over all calls, with and without the operations within it
    std::optional<double> flops{};         ///< normalized to the device's peak, padding included
    std::optional<double> model_flops{};   ///< as the model's author counts them
    MemoryBytes bytes{};
    std::optional<double> dma_stall{};  ///< share of `total`
    How how = How::modelled;            ///< FLOPs and bytes were found
};

/// While loops, conditionals, calls: their FLOPs and bytes are those of the operations within them, which
/// have records of their own.
bool has_inner_ops(std::string_view category);
/// In-feed and out-feed; of a GPU its copies from and to the host.
bool is_feed(std::string_view category);
/// Begins or ends a transfer that goes on beside other operations ("copy-start").
bool is_asynchronous(std::string_view category);
bool is_idle(std::string_view category);

/// What the device is, as far as it decides how FLOPs and bytes are read.
enum class Chip : std::uint8_t { unknown, tpu, gpu };
Chip chip_of(std::string_view device_type);
/// A name that a device can be compared by; of device_kind where XProf names a family only ("Nvidia GPU
/// (Ampere)").
std::string device_of(std::string_view device_type);

/// The point of `op`: over its own time, with all its calls' work. XProf writes 0 for a cost that it does not
/// know, so that an operation without FLOPs and without bytes has neither.
Point point_of(const Op& op, Chip chip);

/// Takes `op` as a record of `profile`: a point, or rejected with the reason (idle time, a feed where feeds
/// are left out, a number that overflows).
void add_op(const Op& op, std::string where, Chip chip, const ImportOptions& options, Profile& profile);

/// Σ seconds of the points.
double seconds_of_points(const Profile& profile);

}  // namespace mansard::analyzer::xprof
