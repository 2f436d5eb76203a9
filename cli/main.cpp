// The one place that ends the process: parse, run the chosen command, turn errors into an exit status.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>

#include "cli/command.hpp"
#include "core/error.hpp"
#include "core/output_place.hpp"

using mansard::Exit;

namespace {

/// Longer than any message that says something.
constexpr std::size_t most_bytes = 10000;

int fail(Exit status, std::string_view message) {
    std::fflush(stdout);
    // Names come from anywhere, and an error is one paragraph. Not fmt::print, which throws where standard
    // error cannot be written.
    std::fprintf(stderr, "mansard: error: %s\n", mansard::printable(message, most_bytes).c_str());
    return static_cast<int>(status);
}

/// Whether standard output is a pipe that nobody reads any more.
bool has_no_reader() {
    pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

/// `status`, or that standard output could not be written in full. An error of a write long past is kept by
/// the stream, its reason is not.
int finish(Exit status) {
    errno = 0;
    std::cout.flush();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return static_cast<int>(status);
    const int error = errno;
    if (error == EPIPE || (error == 0 && has_no_reader())) return static_cast<int>(mansard::reader_left);
    errno = error;
    return fail(Exit::bad_input, fmt::format("cannot write the output{}{} (standard output). To mend it: "
                                             "choose a place that can be written and has room.",
                                             errno != 0 ? ": " : "", errno != 0 ? std::strerror(errno) : ""));
}

/// A standard stream that the caller closed must not become the first file that is opened: what is printed
/// would go there. Opened the wrong way around, so that its use fails as it would have.
void hold_standard_streams() {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
        if (::fcntl(descriptor, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

/// What is wrong with the command line, and whose help has the right words. The parser's own words for a
/// missing command do not say what stands in its place.
std::string complaint(const mansard::cli::CommandLine& line, const CLI::ParseError& error) {
    const auto chosen = line.app.get_subcommands();
    if (!chosen.empty())
        return fmt::format("{} (see `mansard {} --help`)", error.what(), chosen.front()->get_name());
    const std::vector<std::string> unknown = line.app.remaining();
    std::string commands;
    for (const auto& [command, action] : line.actions)
        commands += (commands.empty() ? "" : ", ") + command->get_name();
    if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr)
        return fmt::format("{} (see `mansard --help`)", error.what());
    return fmt::format("{}. Expected: one of {}. To mend it: see `mansard --help`.",
                       unknown.empty() ? "no command is given"
                                       : fmt::format("there is no command or option \"{}\"",
                                                     mansard::printable(unknown.front())),
                       commands);
}

int run(int argc, char** argv) {
    mansard::cli::CommandLine line;
    try {
        line.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0) return fail(Exit::usage, complaint(line, error));
        // CLI11 hands --help and --version over as errors with code 0.
        line.app.exit(error);
        return finish(Exit::ok);
    }
    for (const auto& [command, action] : line.actions)
        if (command->parsed()) return finish(action());
    return static_cast<int>(Exit::usage);
}

}  // namespace

int main(int argc, char** argv) {
    // A closed pipe becomes a write error instead of a death amid the other files that are written. Of itself
    // it is nothing to tell: who ran `| head` has seen enough.
    std::signal(SIGPIPE, SIG_IGN);
    // So does a file that may not grow (ulimit -f).
    std::signal(SIGXFSZ, SIG_IGN);
    hold_standard_streams();
    try {
        return run(argc, argv);
    } catch (const mansard::Error& error) {
        if (error.status() == mansard::reader_left) return static_cast<int>(error.status());
        return fail(error.status(), error.what());
    } catch (const std::bad_alloc&) {
        return fail(Exit::bad_input, "out of memory");
    } catch (const std::exception& error) {
        return fail(Exit::bad_input, error.what());
    }
}
