// Memory for the workloads: aligned to cache lines, in huge pages where the system grants them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace workloads {

/// `size` doubles, filled with ones. The start is a multiple of 64 B; `stagger` moves it by that many times
/// 1088 B from a 2 MiB boundary: arrays that all start on one would load and store the same low address bits,
/// which processors take for dependencies and which crowd into the same cache sets.
class Array {
  public:
    explicit Array(std::size_t size, std::size_t stagger = 0) {
        constexpr std::size_t huge_page = std::size_t{2} << 20;
        const std::size_t offset = stagger * 1088;
        const std::size_t bytes = (offset + size * sizeof(double) + huge_page - 1) / huge_page * huge_page;
        memory_.reset(std::aligned_alloc(huge_page, bytes));
        if (memory_ == nullptr) throw std::bad_alloc();
        // Only a wish: with ordinary pages the workload runs all the same.
        ::madvise(memory_.get(), bytes, MADV_HUGEPAGE);
        values_ = {reinterpret_cast<double*>(static_cast<std::byte*>(memory_.get()) + offset), size};
        for (double& value : values_) value = 1;
    }

    double* data() { return values_.data(); }
    const double* data() const { return values_.data(); }
    std::span<double> values() { return values_; }
    double& operator[](std::size_t index) { return values_[index]; }
    const double& operator[](std::size_t index) const { return values_[index]; }

  private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
    std::span<double> values_;
};

}  // namespace workloads
