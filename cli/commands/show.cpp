// mansard show: a ceilings file for reading, alone or beside another.
#include "ceilings/show.hpp"

#include <memory>

#include "cli/command.hpp"
#include "cli/named_files.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::cli {
namespace {

struct Options {
    std::string ceilings{}, other{};
    std::string format = "text";
};

Exit run(const Options& options) {
    const auto format = parse_name<ceilings::Format>(options.format).value_or(ceilings::Format::text);
    std::vector<NamedFile> inputs{{"CEILINGS", options.ceilings}};
    if (!options.other.empty()) inputs.push_back({"OTHER", options.other});
    check_files(inputs, {});
    const ceilings::Ceilings one = ceilings::read_ceilings(options.ceilings);
    if (options.other.empty()) {
        write_file("-", show(one, format, terminal_columns()));
        return Exit::ok;
    }
    const ceilings::Ceilings other = ceilings::read_ceilings(options.other);
    write_file("-", show_beside({one, options.ceilings}, {other, options.other}, format, terminal_columns()));
    return Exit::ok;
}

std::function<Exit()> define(CLI::App& app, const Globals&) {
    auto options = std::make_shared<Options>();
    app.add_option("ceilings", options->ceilings, "A ceilings file")->required()->type_name("CEILINGS");
    app.add_option("other", options->other, "Another one, shown beside it with ratios")->type_name("OTHER");
    app.add_option("--format", options->format, "How to print it")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}))
        ->capture_default_str();
    return [options] { return run(*options); };
}

}  // namespace

extern constinit const CommandDesc show_command{
    .name = "show", .summary = "Show a ceilings file, or two side by side", .define = define};

}  // namespace mansard::cli
