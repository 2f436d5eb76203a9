#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

std::set<std::string> all_matches(const std::string& text, const std::regex& pattern) {
    std::set<std::string> out;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        out.insert((*at)[1]);
    return out;
}

/// The commands that `mansard --help` shows.
std::set<std::string> command_names() {
    const std::string help = run_mansard("--help").out;
    const std::string subcommands = help.substr(help.find("Subcommands:"));
    return all_matches(subcommands, std::regex(R"(\n  ([a-z]+) )"));
}

/// The long options that a command's help shows, in the lines that declare them.
std::set<std::string> option_names(const std::string& command) {
    return all_matches(run_mansard(command + " --help").out, std::regex(R"(\n  (?:-\w,)?(--[a-z0-9_-]+))"));
}

std::string script(const std::string& shell) {
    const Outcome outcome = run_mansard("completions " + shell);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
}

/// What bash offers for a command line whose last word is being typed.
std::set<std::string> bash_offers(const std::string& words) {
    const Scratch scratch;
    write_file(scratch.file("completion"), script("bash"));
    write_file(scratch.file("ask"), "source " + scratch.file("completion") + "\nCOMP_WORDS=(" + words +
                                        ")\nCOMP_CWORD=$((${#COMP_WORDS[@]}-1))\n_mansard 2>/dev/null\n"
                                        "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    std::istringstream lines(run_shell("bash --norc " + scratch.file("ask")).out);
    std::set<std::string> offers;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty()) offers.insert(line);
    return offers;
}

TEST(Completions, TheHelpIsReadable) {
    const auto commands = command_names();
    for (const char* command : {"build", "show", "list", "completions"})
        EXPECT_TRUE(commands.contains(command));
    EXPECT_TRUE(option_names("build").contains("--output"));
    EXPECT_TRUE(option_names("show").contains("--format"));
}

TEST(Completions, EveryScriptHasEveryCommandAndOption) {
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        const std::string text = script(shell);
        for (const std::string& command : command_names()) {
            EXPECT_NE(text.find(command), std::string::npos) << shell << " " << command;
            for (const std::string& option : option_names(command)) {
                const std::string wanted = shell == "fish" ? " -l " + option.substr(2) + " " : option;
                EXPECT_NE(text.find(wanted), std::string::npos) << shell << " " << command << " " << option;
            }
        }
    }
}

TEST(Completions, BashOffersCommandsOptionsAndValues) {
    EXPECT_EQ(bash_offers("mansard ''"), command_names());
    EXPECT_TRUE(bash_offers("mansard sh").contains("show"));
    for (const std::string& command : command_names())
        for (const std::string& option : option_names(command))
            EXPECT_TRUE(bash_offers("mansard " + command + " " + option).contains(option))
                << command << " " << option;
    EXPECT_EQ(bash_offers("mansard show --format ''"), (std::set<std::string>{"csv", "json", "md", "text"}));
    EXPECT_EQ(bash_offers("mansard --color ''"), (std::set<std::string>{"always", "auto", "never"}));
    EXPECT_EQ(bash_offers("mansard --quiet completions ''"), (std::set<std::string>{"bash", "fish", "zsh"}));
}

TEST(Completions, BashOffersFilesWhereFilesBelong) {
    const Scratch scratch;
    write_file(scratch.file("ceilings.json"), "{}");
    EXPECT_TRUE(bash_offers("mansard show " + scratch.file("ceil")).contains(scratch.file("ceilings.json")));
    EXPECT_TRUE(bash_offers("mansard build --output " + scratch.file("ceil"))
                    .contains(scratch.file("ceilings.json")));
}

TEST(Completions, BashOffersWhatRegistriesAndPlansHold) {
    const std::set<std::string> formats = bash_offers("mansard analyze --from ''");
    EXPECT_TRUE(formats.contains("google-benchmark") && formats.contains("mansard-csv"));
    const std::set<std::string> kinds = bash_offers("mansard analyze --report ''");
    EXPECT_TRUE(kinds.contains("html=") && kinds.contains("svg="));
    EXPECT_TRUE(bash_offers("mansard compare --report ''").contains("svg="));
    EXPECT_TRUE(bash_offers("mansard build --from ''").contains("datasheet"));
    EXPECT_EQ(bash_offers("mansard list ''"),
              (std::set<std::string>{"formats", "gpu-kernels", "kernels", "plans", "reports"}));
    EXPECT_TRUE(bash_offers("mansard show --format = js").contains("json")) << "--format=js";
    const Scratch scratch;
    write_file(scratch.file("plan.json"), std::string_view("{}"));
    for (const std::string command : {"calibrate", "bench"}) {
        EXPECT_TRUE(bash_offers("mansard " + command + " --plan ''").contains("thorough"));
        EXPECT_TRUE(bash_offers("mansard " + command + " --plan " + scratch.file("pl"))
                        .contains(scratch.file("plan.json")));
    }
    EXPECT_TRUE(bash_offers("mansard analyze --report json = " + scratch.file("pl"))
                    .contains(scratch.file("plan.json")));
}

TEST(Completions, FishOffersWhatRegistriesAndPlansHold) {
    if (run_shell("command -v fish").status != 0) GTEST_SKIP() << "fish is not installed";
    const Scratch scratch;
    write_file(scratch.file("script"), script("fish"));
    const auto offered = [&](const std::string& line, const std::string& wanted) {
        const std::string out = run_shell("HOME=" + scratch.file("home") + " fish --no-config -c 'source " +
                                          scratch.file("script") + "; complete -C \"" + line + "\"'")
                                    .out;
        EXPECT_NE(("\n" + out).find("\n" + wanted), std::string::npos) << line << ":\n" << out;
    };
    offered("mansard analyze --from ", "google-benchmark");
    offered("mansard analyze --report ", "json=");
    offered("mansard calibrate --plan ", "quick");
    offered("mansard list ", "reports");
}

TEST(Completions, ShellsAcceptTheirScripts) {
    for (const std::string shell : {"bash", "zsh", "fish"}) {
        if (shell != "bash" && run_shell("command -v " + shell).status != 0)
            continue;  // that shell is not installed
        const Scratch scratch;
        write_file(scratch.file("script"), script(shell));
        const Outcome outcome = run_shell(shell + " -n " + scratch.file("script"));
        EXPECT_EQ(outcome.status, 0) << shell << ": " << outcome.err;
    }
}

TEST(Completions, AnotherShellIsAUsageError) {
    EXPECT_EQ(run_mansard("completions tcsh").status, 2);
    EXPECT_EQ(run_mansard("completions").status, 2);
}

}  // namespace
}  // namespace mansard::cli
