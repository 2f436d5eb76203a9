#include "cli/interrupt.hpp"

#include <csignal>

#include "core/error.hpp"

namespace mansard::cli {
namespace {

constexpr std::array handled{SIGINT, SIGTERM, SIGHUP};

// A signal handler can reach nothing but such a variable.
volatile std::sig_atomic_t signalled = 0;

void handle(int signal) {
    if (signalled == 0) signalled = signal;
    // A terminal that closes sends more than one SIGHUP, and none of them by a user who insists.
    if (signal != SIGHUP) std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    static_assert(handled.size() == signals);
    signalled = 0;
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
