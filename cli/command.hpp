// What a command is: one thin file that declares its options and returns what to do, and a descriptor.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace mansard::cli {

/// Options that every command has.
struct Globals {
    bool quiet = false;
    std::string color = "auto";  ///< auto, always or never
};

/// Whether output to standard output should be coloured: --color, then NO_COLOR, TERM (unset, or dumb), and
/// isatty.
bool use_color(const Globals& globals);

/// Words for the user, on standard error; nothing with --quiet.
void say(const Globals& globals, std::string_view words);
/// Warnings, on standard error, also with --quiet.
void warn(std::string_view words);

struct CommandDesc {
    std::string_view name;
    std::string_view summary;
    /// Declares the command's options on `app`; what it returns runs after parsing. Both outlive each other.
    std::function<Exit()> (*define)(CLI::App& app, const Globals& globals);
};

/// All commands, sorted by file name: generated from cli/commands/.
std::span<const CommandDesc* const> commands();

/// Builds the whole command line (for main and for completions). `actions` receives one entry per command.
struct CommandLine {
    CLI::App app;
    Globals globals;
    std::vector<std::pair<CLI::App*, std::function<Exit()>>> actions;
    CommandLine();
    CommandLine(const CommandLine&) = delete;
};

}  // namespace mansard::cli
