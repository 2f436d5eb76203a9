#pragma once

#include <array>

#include "core/error.hpp"

namespace mansard::cli {

/// Turns SIGINT, SIGTERM and SIGHUP into a question while it lives: the command ends at the next safe place
/// with what it has. A second SIGINT or SIGTERM kills as usual, unless it follows at once: senders like
/// `timeout` send to the program and to its group. A SIGHUP that is ignored (nohup) stays so.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    static bool interrupted();
    /// 128 + the first signal; Exit::ok without one.
    static Exit status();
    /// Whether that was SIGHUP: the terminal is gone.
    static bool hung_up();

  private:
    static constexpr std::size_t signals = 3;
    std::array<void (*)(int), signals> before_{};
};

}  // namespace mansard::cli
