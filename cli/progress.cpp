#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace mansard::cli {

Progress::Progress(const Globals& globals) : shown_(!globals.quiet && ::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    clear();
}

void Progress::show(double fraction, double seconds) const {
    if (fraction > 0)
        print(fmt::format("measuring: {:.0f} %, at most {:.0f} s left", 100 * fraction,
                          seconds * (1 - fraction) / fraction));
}

void Progress::print(const std::string& text) const {
    if (!shown_) return;
    // Not fmt::print, which throws where the terminal is gone.
    std::fputs(("\r\x1b[K" + text).c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace mansard::cli
