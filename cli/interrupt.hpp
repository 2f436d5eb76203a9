#pragma once

namespace mansard::cli {

/// Turns SIGINT and SIGTERM into a question while it lives: the command ends at the next safe place with what
/// it has. A second signal kills as usual.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    static bool interrupted();
};

}  // namespace mansard::cli
