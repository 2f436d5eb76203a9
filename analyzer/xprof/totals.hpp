// What the cores of a raw profile did, summed up by operation and by step.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyzer/xprof/op.hpp"

namespace mansard::analyzer::xprof {

/// An operation over all cores; an operation is the same where its program and its name are.
struct TotalOp {
    Op op{};
    std::string where{};   ///< the plane that it was first seen on
    std::string reason{};  ///< why it is no point; empty if it is one
};

/// A step as a whole; its time is summed over the cores.
struct TotalStep {
    Op op{};
    std::vector<Op> ops{};
    std::unordered_map<std::size_t, std::size_t> index{};  ///< of an operation's place in `ops`
};

/// Adds `more` of the same operation: on another core, in another run. What of it is unknown in one is
/// unknown of the sum.
void add_work(Op& sum, const Op& more);

class Totals {
  public:
    /// Adds what `op` did on one core, in `op.step` (empty: in none).
    void add(std::uint64_t program, const Op& op, std::string_view plane);
    /// An operation of which nothing else may be known, and why it is no point.
    void refuse(std::uint64_t program, std::string_view name, std::string_view plane, std::string reason);
    /// Adds the time of a step on one core, s.
    void add_step(const std::string& name, double seconds);

    std::vector<TotalOp>& ops() { return ops_; }
    std::vector<TotalStep>& steps() { return steps_; }  ///< in the order of their first add_step

  private:
    std::size_t find(std::uint64_t program, std::string_view name, std::string_view plane, bool& is_new);

    std::vector<TotalOp> ops_{};
    std::map<std::pair<std::uint64_t, std::string>, std::size_t> by_name_{};
    std::vector<TotalStep> steps_{};
    std::map<std::string, std::size_t, std::less<>> step_by_name_{};
};

}  // namespace mansard::analyzer::xprof
