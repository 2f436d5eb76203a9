// a = b + s·c over vectors: 2 FLOP, 16 B loaded and 8 B stored for each element.
#pragma once

#include <cstddef>

#include "examples/workloads/array.hpp"

namespace workloads {

[[gnu::noinline]] inline void triad(double* __restrict a, const double* b, const double* c, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + 0.5 * c[i];
}

struct Triad {
    explicit Triad(std::size_t size) : n(size), a(size, 0), b(size, 1), c(size, 2) {
        for (std::size_t i = 0; i < n; ++i) b[i] = static_cast<double>(i % 1000);
    }

    void run() { triad(a.data(), b.data(), c.data(), n); }

    bool correct() const {
        for (std::size_t i = 0; i < n; ++i)
            if (a[i] != static_cast<double>(i % 1000) + 0.5) return false;
        return true;
    }

    std::size_t n;
    Array a, b, c;
};

}  // namespace workloads
