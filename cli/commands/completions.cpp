// mansard completions: a shell's completion script, made from the command line's own description.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <set>

#include "cli/command.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::cli {
namespace {

/// What may stand instead of a choice, or after it.
enum class Files : std::uint8_t { none, instead, after };

/// An option or positional argument as shells need it.
struct Word {
    std::vector<std::string> names{};    ///< "-o", "--output"; empty for a positional argument
    std::vector<std::string> choices{};  ///< its values, with "=" where a file follows; empty: any file
    Files files = Files::none;
    std::string help{};
    bool takes_value = false;
};

struct Command {
    std::string name{};
    std::string help{};
    std::vector<Word> words{};
};

/// CLI11 shows a set of allowed values as "TEXT:{a,b,c}" in the option's type, and nowhere else. Our own
/// types are "{a,b,c}|FILE" and "{a,b,c}=FILE".
void read_choices(const CLI::Option& option, Word& word) {
    const std::string type = option.get_type_name();
    const std::size_t open = type.find('{');
    const std::size_t close = type.find('}', open);
    if (open == std::string::npos || close == std::string::npos) return;
    word.choices = CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
    const std::string rest = type.substr(close + 1);
    word.files = rest == "|FILE" ? Files::instead : rest == "=FILE" ? Files::after : Files::none;
    if (word.files == Files::after)
        for (std::string& choice : word.choices) choice += '=';
}

void add_words(std::vector<Word>& words, const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;  // hidden on purpose
        Word word{.help = option->get_description(), .takes_value = option->get_expected_max() > 0};
        read_choices(*option, word);
        for (const std::string& name : option->get_snames()) word.names.push_back("-" + name);
        for (const std::string& name : option->get_lnames()) word.names.push_back("--" + name);
        words.push_back(std::move(word));
    }
}

/// The commands; the root's own options are valid after each of them, and alone under the empty name.
std::vector<Command> describe(const CLI::App& root) {
    std::vector<Command> commands{{}};
    add_words(commands.front().words, root);
    for (const CLI::App* sub : root.get_subcommands([](const CLI::App*) { return true; })) {
        Command command{.name = sub->get_name(), .help = sub->get_description()};
        add_words(command.words, *sub);
        std::set<std::string> own;
        for (const Word& word : command.words) own.insert(word.names.begin(), word.names.end());
        for (const Word& word : commands.front().words)
            if (!word.names.empty() && !own.contains(word.names.back())) command.words.push_back(word);
        commands.push_back(std::move(command));
    }
    return commands;
}

/// `text` in single quotes for a POSIX shell (and for fish, where a backslash also needs one).
std::string in_quotes(std::string_view text, bool fish = false) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'')
            out += fish ? "\\'" : "'\\''";
        else if (c == '\\' && fish)
            out += "\\\\";
        else
            out += c == '\n' ? ' ' : c;
    }
    return out + "'";
}

std::string spaced(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

std::string bash(const std::vector<Command>& commands) {
    std::string names, by_command, by_option;
    for (const Command& command : commands) {
        if (!command.name.empty()) names += (names.empty() ? "" : " ") + command.name;
        std::vector<std::string> options, values;
        for (const Word& word : command.words) {
            options.insert(options.end(), word.names.begin(), word.names.end());
            if (word.names.empty()) values.insert(values.end(), word.choices.begin(), word.choices.end());
            if (word.names.empty() || !word.takes_value) continue;
            std::vector<std::string> patterns;
            for (const std::string& name : word.names)
                patterns.push_back(in_quotes(command.name + " " + name));
            const bool files = word.choices.empty() || word.files == Files::instead;
            std::string generators = files ? "-f" : "";
            if (!word.choices.empty())
                generators += (files ? " -W " : "-W ") + in_quotes(spaced(word.choices));
            by_option += fmt::format("        {}) {}COMPREPLY=($(compgen {} -- \"$current\")); return ;;\n",
                                     fmt::join(patterns, "|"),
                                     word.files == Files::after ? "compopt -o nospace; " : "", generators);
        }
        by_command += fmt::format("        {}) options={} values={} ;;\n", in_quotes(command.name),
                                  in_quotes(spaced(options)), in_quotes(spaced(values)));
    }
    return fmt::format(
        R"(# bash completion for mansard: source it, or save it as mansard in a completions folder.
_mansard() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
    local commands={} command= options= values= word
    # bash takes "=" for a word of its own: --format=json, --report json=FILE.
    if [ "$current" = = ]; then current=
    elif [ "$previous" = = ]; then previous=${{COMP_WORDS[COMP_CWORD-2]}}; fi
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case " $commands " in *" $word "*) command=$word; break ;; esac
    done
    case "$command $previous" in
{}    esac
    case "$command" in
{}    esac
    case "$current" in
        -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
        *)
            if [ -z "$command" ]; then COMPREPLY=($(compgen -W "$commands" -- "$current"))
            elif [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
            else compopt -o filenames; COMPREPLY=($(compgen -f -- "$current")); fi ;;
    esac
}}
complete -F _mansard mansard
)",
        in_quotes(names), by_option, by_command);
}

/// A text inside [ ] or after a colon of a zsh _arguments specification.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

/// The part of a zsh _arguments specification that completes an option's value.
std::string zsh_value(const Word& word) {
    if (word.choices.empty()) return ":file:_files";
    const std::string choices = spaced(word.choices);
    switch (word.files) {
        case Files::instead:
            return fmt::format(":value:{{compadd -- {}; _files}}", choices);
        case Files::after:
            return fmt::format(":value:{{if compset -P \"*=\"; then _files; else compadd -S \"\" -- {}; fi}}",
                               choices);
        case Files::none:
            break;
    }
    return fmt::format(":value:({})", choices);
}

std::string zsh(const std::vector<Command>& commands) {
    std::string names, cases;
    for (const Command& command : commands) {
        if (!command.name.empty())
            names += fmt::format("        {}\n", in_quotes(command.name + ":" + zsh_text(command.help)));
        std::vector<std::string> arguments;
        std::string positional;
        for (const Word& word : command.words) {
            const std::string value = zsh_value(word);
            for (const std::string& name : word.names)
                arguments.push_back(in_quotes(fmt::format("{}[{}]{}", name, zsh_text(word.help),
                                                          word.takes_value ? value : std::string())));
            if (word.names.empty() && positional.empty()) positional = value;
        }
        // zsh takes one specification for all the rest, and counts the command's name among it.
        if (!positional.empty()) arguments.push_back(in_quotes("*" + positional));
        cases += fmt::format("        {}) _arguments \\\n            {} ;;\n", in_quotes(command.name),
                             fmt::join(arguments, " \\\n            "));
    }
    return fmt::format(R"(#compdef mansard
# zsh completion for mansard: save it as _mansard in a folder of $fpath.
_mansard() {{
    local -a commands
    commands=(
{}    )
    local command= word
    for word in ${{words[2,CURRENT-1]}}; do
        if (( ${{commands[(I)$word:*]}} )); then command=$word; break; fi
    done
    if [[ -z $command && $words[CURRENT] != -* ]]; then
        _describe command commands
        return
    fi
    case "$command" in
{}    esac
}}
if [[ $funcstack[1] == _mansard ]]; then _mansard "$@"; else compdef _mansard mansard; fi
)",
                       names, cases);
}

std::string fish(const std::vector<Command>& commands) {
    std::string out = "# fish completion for mansard: save it as mansard.fish in a completions folder.\n";
    for (const Command& command : commands) {
        if (!command.name.empty())
            out += fmt::format("complete -c mansard -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                               in_quotes(command.help, true));
        const std::string condition = command.name.empty()
                                          ? std::string("__fish_use_subcommand")
                                          : "'__fish_seen_subcommand_from " + command.name + "'";
        for (const Word& word : command.words) {
            std::string line = "complete -c mansard -n " + condition;
            for (const std::string& name : word.names)
                line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (word.names.empty() && word.choices.empty()) continue;  // a file: what fish completes anyway
            if (!word.choices.empty())
                line += fmt::format(" {} -a {}", word.files == Files::none ? "-f" : "-F",
                                    in_quotes(spaced(word.choices), true));
            if (word.takes_value && !word.names.empty()) line += " -r";
            out += line + " -d " + in_quotes(word.help, true) + "\n";
        }
    }
    return out;
}

std::function<Exit()> define(CLI::App& app, const Globals&) {
    auto shell = std::make_shared<std::string>();
    app.add_option("shell", *shell, "The shell to complete for")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    return [shell, &app] {
        const auto commands = describe(*app.get_parent());
        write_file("-", *shell == "bash" ? bash(commands) : *shell == "zsh" ? zsh(commands) : fish(commands));
        return Exit::ok;
    };
}

}  // namespace

extern constinit const CommandDesc completions_command{
    .name = "completions", .summary = "Print a completion script for bash, zsh or fish", .define = define};

}  // namespace mansard::cli
