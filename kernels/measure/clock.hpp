#pragma once

namespace mansard::kernels {

/// The core clock of the calling thread in Hz, from a chain of dependent one-cycle additions: what the core
/// does now, whatever the time-stamp counter or the system's metadata say. The best of five stretches of 0.15
/// ms, so that an interruption of one does not show. About 1 ms.
double measure_clock_hz();

}  // namespace mansard::kernels
