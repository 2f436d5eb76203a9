// What the metrics of Nsight Compute mean, from configs/metrics/ncu/: a new name is a line there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/importers/importer.hpp"
#include "analyzer/nvidia/unit.hpp"
#include "core/json_fwd.hpp"

namespace mansard::analyzer::nvidia {

/// A quantity that metrics give; names that count the same ("smsp__…", "sm__…") are one.
using Counter = std::uint16_t;
/// A count as it is, or as a rate that has to be multiplied out.
enum class Form : std::uint8_t { total, per_second, per_cycle };

struct MetricRef {
    Counter counter = 0;
    Form form = Form::total;
};

struct FlopRule {
    Counter counter = 0;
    std::string metric{};  ///< the first of its names, for notes
    std::string group{};   ///< "FP32": what of it must be there for all FLOPs of that type
    Dtype dtype = Dtype::unknown;
    double nvidia = 0, nersc = 0;  ///< FLOP of one thread's instruction
    bool optional = false;         ///< newer chips alone have it
    double flop(HalfCount convention) const { return convention == HalfCount::nvidia ? nvidia : nersc; }
};

/// One way to get the bytes of a level.
struct ByteRule {
    Level level = Level::DRAM;
    int order = 0;
    std::string convention{};
    std::string lower_bound{};  ///< what alone is counted, for sets that never are the whole
    double scale = 1;           ///< B for one of them
    std::vector<Counter> total{}, read{}, written{}, besides{};
};

struct PipeRule {
    std::string pipe{};  ///< any, hmma, imma, dmma
    Counter counter = 0;
};

/// What one warp's tensor instruction does, where kernel and pipe fit.
struct InstructionRule {
    std::vector<std::string> kernels{};  ///< patterns of lower case; empty: all
    std::vector<std::string> pipes{};
    std::string instruction{};
    std::string shape{};  ///< "64x": N and K stand behind it in the kernel's name
    std::optional<double> flop{}, flop_per_shape{};
    Dtype dtype = Dtype::f16;
};

struct Generation {
    double from = 0, to = 1000;  ///< compute capability
    bool usual = false;          ///< what is taken where nothing tells
    std::vector<std::string> kernel_hints{};
    std::vector<ByteRule> bytes{};
    std::vector<InstructionRule> instructions{};
};

/// A path of the tensor cores whose operations ncu counts itself: sm__ops_path_tensor_….
struct OperationsPath {
    std::string operation{}, source{}, destination{}, sparsity{};  ///< as far as the name says
    Counter counter = 0;
};

struct DetailRule {
    std::string name{};
    std::vector<Counter> counters{};
};

class MetricTable {
  public:
    /// Of the embedded files, which are read once.
    static MetricTable embedded();

    /// Whether a profile that prints `unit` behind the metric means what the table means; one that prints
    /// none may.
    bool measured_in(const MetricRef& metric, const Unit& unit) const;
    /// Whether the number alone says nothing: of a time or of bytes without a unit nothing tells whether it
    /// is ns or s, MB or B. Counts of other things need none.
    bool needs_unit(const MetricRef& metric) const;
    /// Not const: paths of tensor operations are too many to list, and get a counter when they are met.
    std::optional<MetricRef> find(std::string_view name);

    const std::vector<Counter>& seconds() const { return seconds_; }
    Counter clock() const { return clock_; }
    Counter cycles() const { return cycles_; }
    /// The metric whose text names the device.
    bool names_device(std::string_view metric) const { return metric == device_; }
    const std::vector<FlopRule>& flops() const { return flops_; }
    const std::vector<PipeRule>& pipes() const { return pipes_; }
    const std::vector<OperationsPath>& paths() const { return paths_; }
    const std::vector<DetailRule>& details() const { return details_; }
    Counter constant_moves() const { return constant_moves_; }
    double threads_per_move() const { return threads_per_move_; }
    /// What the operands' name means ("fp16": f16); nothing for a type that has no name here.
    std::optional<Dtype> source_dtype(std::string_view source) const;

    /// The generation of a compute capability (0: unknown) and a kernel's name in lower case.
    const Generation& generation(double compute_capability, std::string_view kernel) const;
    /// Whether a kernel's name (lower case) says that it uses tensor cores.
    bool says_tensor(std::string_view kernel) const;

  private:
    MetricTable();
    void read(const std::string& path, std::string_view text);
    void read_every(const Json& document, const std::string& where);
    /// `unit`: of the count, as parse_unit() names its base; "" where it has none or nothing tells.
    Counter counter(const std::string& name, const std::string& unit);
    std::vector<Counter> counters(const Json& names, const std::string& unit);
    ByteRule byte_rule(const Json& entry, const std::string& where);
    FlopRule flop_rule(const Json& entry, const std::string& where);

    std::map<std::string, MetricRef, std::less<>> names_{};
    std::vector<std::string> units_{};  ///< by counter
    std::vector<Counter> seconds_{};
    Counter clock_ = 0, cycles_ = 0, constant_moves_ = 0;
    double threads_per_move_ = 32;
    std::string device_{}, path_prefix_{};
    std::map<std::string, Dtype, std::less<>> sources_{};
    std::vector<FlopRule> flops_{};
    std::vector<PipeRule> pipes_{};
    std::vector<OperationsPath> paths_{};
    std::vector<DetailRule> details_{};
    std::vector<std::string> tensor_kernels_{};
    std::vector<ByteRule> bytes_{};  ///< of every generation
    std::vector<Generation> generations_{};
};

}  // namespace mansard::analyzer::nvidia
