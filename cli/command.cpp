#include "cli/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/error.hpp"
#include "core/version.hpp"

namespace mansard::cli {
namespace {

/// Words that nobody can read (a closed terminal) are no reason to stop: hence not fmt::print, which throws.
void to_standard_error(std::string_view before, std::string_view words) {
    constexpr std::size_t most_bytes = 10000;
    const std::string line = fmt::format("{}{}\n", before, printable(words, most_bytes));
    std::fputs(line.c_str(), stderr);
}

}  // namespace

bool use_color(const Globals& globals) {
    if (globals.color != "auto") return globals.color == "always";
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    if (no_color != nullptr && *no_color != '\0') return false;
    if (term == nullptr || *term == '\0' || std::string_view(term) == "dumb") return false;
    return ::isatty(STDOUT_FILENO) == 1;
}

void say(const Globals& globals, std::string_view words) {
    if (!globals.quiet) to_standard_error("", words);
}

void warn(std::string_view words) {
    to_standard_error("mansard: warning: ", words);
}

CommandLine::CommandLine()
    : app("mansard measures what a machine really reaches and places workloads under those measured roofs.",
          "mansard") {
    app.set_version_flag("--version", "mansard " + std::string(version()));
    app.require_subcommand(1);
    app.fallthrough();
    app.add_flag("-q,--quiet", globals.quiet, "Say nothing but results, warnings and errors");
    app.add_option("--color", globals.color, "Colour on standard output")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->capture_default_str();
    app.footer(
        "Exit status: 0 ok, 1 a gate failed, 2 usage, 3 bad input or output, 4 a suspect roof or an "
        "undecided "
        "verdict, 5 no such device, 130 interrupted (128 + n by another signal; 141 if nobody reads the "
        "output any more).");
    for (const CommandDesc* command : commands()) {
        CLI::App* sub = app.add_subcommand(std::string(command->name), std::string(command->summary));
        sub->set_version_flag("--version", "mansard " + std::string(version()));
        actions.emplace_back(sub, command->define(*sub, globals));
    }
}

}  // namespace mansard::cli
