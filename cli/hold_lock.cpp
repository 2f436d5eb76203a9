#include "cli/hold_lock.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "cli/interrupt.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::cli {
namespace {

std::optional<kernels::Lock> open_lock() {
    try {
        return kernels::Lock::open();
    } catch (const Error& error) {
        warn(fmt::format("measuring without a lock: {}", error.what()));
        return std::nullopt;
    }
}

}  // namespace

void add_lock_options(CLI::App& app, LockOptions& options) {
    app.add_flag("--no-lock", options.no_lock, "Measure even while another mansard measures on this machine");
    app.add_option("--wait", options.wait_s, "Seconds to wait for another measurement to end")
        ->check([](const std::string& text) {
            double seconds = 0;
            const bool valid = CLI::detail::lexical_cast(text, seconds) && seconds >= 0 && seconds <= 86400;
            return valid ? std::string() : "\"" + text + "\" is no number of seconds from 0 to 86400";
        })
        ->type_name("SECONDS")
        ->capture_default_str()
        ->excludes("--no-lock");
}

std::optional<kernels::Lock> hold_lock(const LockOptions& options, const Globals& globals) {
    using Clock = std::chrono::steady_clock;
    if (options.no_lock) return std::nullopt;
    std::optional<kernels::Lock> lock = open_lock();
    if (!lock || lock->take()) return lock;
    if (options.wait_s > 0)
        say(globals, fmt::format("waiting at most {} s for {}, which holds {}", plain(options.wait_s),
                                 lock->holder(), lock->path().string()));
    const auto end = Clock::now() + std::chrono::duration<double>(options.wait_s);
    while (Clock::now() < end && !InterruptGuard::interrupted()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (lock->take()) return lock;
    }
    if (InterruptGuard::interrupted())
        throw Error(InterruptGuard::status(), "interrupted while waiting for the lock",
                    {.where = lock->path().string()});
    throw Error(Exit::bad_input,
                fmt::format("another measurement runs on this machine: {} holds the lock", lock->holder()),
                {.where = lock->path().string(),
                 .remedy = "wait for its end (--wait SECONDS), or measure in spite of it by --no-lock: both "
                           "will come out low"});
}

}  // namespace mansard::cli
