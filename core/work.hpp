#pragma once

namespace mansard {

/// Work of one element of a kernel (docs/method.md says what an element is for each kernel).
struct Work {
    double flops = 0;
    double ops = 0;  ///< integer operations
    double read_bytes = 0, written_bytes = 0;
    bool nontemporal = false;  ///< the stores bypass the caches
    bool operator==(const Work&) const = default;
};

}  // namespace mansard
