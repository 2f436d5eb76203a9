// Products of matrices in a trace without shapes: a benchmark of one square product shows its size all the
// same.
#pragma once

#include "analyzer/torch/events.hpp"
#include "analyzer/torch/kernel_name.hpp"

namespace mansard::analyzer::torch {

/// Rows and columns of a product are the kernel's tile times its grid. Its depth shows nowhere; where all the
/// products of a trace are launches of one kernel on one grid, and rows and columns are as many, it is taken
/// to be as many, too, and said so.
class SquareProducts {
  public:
    explicit SquareProducts(const Events& events);

    /// Gives `point` the cost of this launch if it is such a product; returns whether it did.
    bool add_cost(const DeviceEvent& work, Point& point);
    /// Tells what was assumed, where it was.
    void note(Profile& profile) const;

  private:
    std::uint32_t name_ = no_text, grid_ = no_text;
    std::int64_t size_ = 0;  ///< rows, columns and depth; 0: nothing is assumed
    cost::ElementType type_{};
    std::optional<cost::ProductUnit> unit_{};
    std::size_t used_ = 0;
};

}  // namespace mansard::analyzer::torch
