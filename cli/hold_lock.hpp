#pragma once

#include <optional>

#include "cli/command.hpp"
#include "kernels/system/lock.hpp"

namespace mansard::cli {

/// The options of commands that measure: --no-lock and --wait.
struct LockOptions {
    bool no_lock = false;
    double wait_s = 60;
};
void add_lock_options(CLI::App& app, LockOptions& options);

/// The machine's lock, or nothing with --no-lock. Waits for whoever holds it, saying so, at most wait_s;
/// then, or on an interrupt, throws an Error that names the lock and its holder. A lock that the system
/// cannot give is a warning: measuring goes on.
std::optional<kernels::Lock> hold_lock(const LockOptions& options, const Globals& globals);

}  // namespace mansard::cli
