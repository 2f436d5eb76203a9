// The one place that ends the process: parse, run the chosen command, turn errors into an exit status.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "cli/command.hpp"

using mansard::Exit;

namespace {

int fail(Exit status, const char* message) {
    std::fflush(stdout);
    // Not fmt::print, which throws where standard error cannot be written.
    std::fprintf(stderr, "mansard: error: %s\n", message);
    return static_cast<int>(status);
}

int run(int argc, char** argv) {
    mansard::cli::CommandLine line;
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // CLI11 hands --help and --version over as errors with code 0.
        if (error.get_exit_code() == 0) return line.app.exit(error);
        const std::string message = fmt::format("{} (see `mansard --help`)", error.what());
        return fail(Exit::usage, message.c_str());
    }
    for (const auto& [command, action] : line.actions)
        if (command->parsed()) {
            const Exit status = action();
            if (std::fflush(stdout) != 0)
                return fail(Exit::bad_input, "standard output cannot be written (is the disk full?)");
            return static_cast<int>(status);
        }
    return static_cast<int>(Exit::usage);
}

}  // namespace

int main(int argc, char** argv) {
    // A closed pipe becomes a write error, which is reported, instead of a silent death.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return run(argc, argv);
    } catch (const mansard::Error& error) {
        return fail(error.status(), error.what());
    } catch (const std::bad_alloc&) {
        return fail(Exit::bad_input, "out of memory");
    } catch (const std::exception& error) {
        return fail(Exit::bad_input, error.what());
    }
}
