#include "cli/interrupt.hpp"

#include <time.h>

#include <atomic>
#include <csignal>
#include <cstdint>

#include "core/error.hpp"

namespace mansard::cli {
namespace {

constexpr std::array handled{SIGINT, SIGTERM, SIGHUP};

// One wish to stop can arrive as two signals: `timeout` and supervisors send theirs to the program and to its
// group. Nobody who insists is as quick as that.
constexpr std::int64_t same_wish_ms = 300;

// A signal handler, in whichever thread, can reach nothing but such variables.
std::atomic<int> signalled = 0;
std::atomic<std::int64_t> first_ms = 0;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

// clock_gettime is async-signal-safe, std::chrono promises nothing.
std::int64_t now_ms() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

void handle(int signal) {
    std::int64_t none = 0;
    const std::int64_t now = now_ms();
    if (first_ms.compare_exchange_strong(none, now)) signalled = signal;
    // A terminal that closes sends more than one SIGHUP, and none of them by a user who insists.
    if (signal == SIGHUP || now - first_ms < same_wish_ms) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // delivered when this handler returns
}

}  // namespace

InterruptGuard::InterruptGuard() {
    static_assert(handled.size() == signals);
    signalled = 0;
    first_ms = 0;
    for (std::size_t i = 0; i < signals; ++i) before_[i] = std::signal(handled[i], handle);
    if (before_.back() == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

InterruptGuard::~InterruptGuard() {
    for (std::size_t i = 0; i < signals; ++i) std::signal(handled[i], before_[i]);
}

bool InterruptGuard::interrupted() {
    return signalled != 0;
}

bool InterruptGuard::hung_up() {
    return signalled == SIGHUP;
}

Exit InterruptGuard::status() {
    return signalled == 0 ? Exit::ok : static_cast<Exit>(128 + signalled);
}

}  // namespace mansard::cli
