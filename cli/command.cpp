#include "cli/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "core/version.hpp"

namespace mansard::cli {

bool use_color(const Globals& globals) {
    if (globals.color != "auto") return globals.color == "always";
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    if (no_color != nullptr && *no_color != '\0') return false;
    if (term != nullptr && std::string_view(term) == "dumb") return false;
    return ::isatty(STDOUT_FILENO) == 1;
}

void say(const Globals& globals, std::string_view words) {
    if (!globals.quiet) fmt::print(stderr, "{}\n", words);
}

void warn(std::string_view words) {
    fmt::print(stderr, "mansard: warning: {}\n", words);
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
        "verdict, 5 no such device, 130 interrupted.");
    for (const CommandDesc* command : commands()) {
        CLI::App* sub = app.add_subcommand(std::string(command->name), std::string(command->summary));
        sub->set_version_flag("--version", "mansard " + std::string(version()));
        actions.emplace_back(sub, command->define(*sub, globals));
    }
}

}  // namespace mansard::cli
