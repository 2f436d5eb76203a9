#include "cli/interrupt.hpp"

#include <csignal>

namespace mansard::cli {
namespace {

// A signal handler can reach nothing but such a variable.
volatile std::sig_atomic_t signalled = 0;

void handle(int signal) {
    signalled = 1;
    std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    signalled = 0;
    std::signal(SIGINT, handle);
    std::signal(SIGTERM, handle);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::interrupted() {
    return signalled != 0;
}

}  // namespace mansard::cli
