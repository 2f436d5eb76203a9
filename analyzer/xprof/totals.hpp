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
    bool ran = false;      ///< something was added
    std::string where{};   ///< the plane that it was first seen on
    bool spoiled = false;  ///< a part of it could not be added: it is no point
    std::string reason{};  ///< why it is no point, if nothing was added or it is spoiled
};

/// A step as a whole; its time is summed over the cores.
struct TotalStep {
    Op op{};
    std::vector<Op> ops{};                                  ///< without their names, which are those of…
    std::vector<std::size_t> index{};                       ///< …these places among all operations
    std::unordered_map<std::size_t, std::size_t> places{};  ///< in `ops`, by the same
};

/// Adds `more` of the same operation: on another core, in another run. What of it is unknown in one is
/// unknown of the sum.
void add_work(Op& sum, const Op& more);

class Totals {
  public:
    /// The place of an operation, which may be new; `plane` is where it was seen.
    std::size_t find(std::uint64_t program, std::string_view name, std::string_view plane);
    /// The place of a step, which may be new.
    std::size_t find_step(const std::string& name);

    /// Adds what an operation did on one core; the first `work` gives it its category and framework's name.
    void add(std::size_t op, const Op& work);
    void add_to_step(std::size_t step, std::size_t op, const Op& work);
    /// Why the operation is no point, if nothing is added.
    void refuse(std::size_t op, std::string reason);
    /// Why the operation is no point, whatever is added.
    void spoil(std::size_t op, std::string reason);
    /// Adds the time of a step on one core, s.
    void add_time(std::size_t step, double seconds) { *steps_[step].op.total += seconds; }

    std::vector<TotalOp>& ops() { return ops_; }
    std::vector<TotalStep>& steps() { return steps_; }

  private:
    std::vector<TotalOp> ops_{};
    std::map<std::pair<std::uint64_t, std::string>, std::size_t> by_name_{};
    std::vector<TotalStep> steps_{};
    std::map<std::string, std::size_t> step_by_name_{};
};

}  // namespace mansard::analyzer::xprof
