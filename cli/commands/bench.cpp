// mansard bench: the kernels as plain Google Benchmarks, with all of the library's flags.
#include <csignal>
#include <memory>

#include "cli/command.hpp"
#include "cli/named_files.hpp"
#include "cli/plan_names.hpp"
#include "core/error.hpp"
#include "kernels/measure/bench.hpp"
#include "kernels/measure/cpu_device.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/system/topology.hpp"

namespace mansard::cli {
namespace {

struct Options {
    std::string plan = "standard";
};

/// What the library's flag `name` was given, each time.
std::vector<std::string> values_of(const std::string& name, const std::vector<std::string>& flags) {
    std::vector<std::string> values;
    for (const std::string& given : flags)
        if (given.starts_with(name + "=")) values.push_back(given.substr(name.size() + 1));
    return values;
}

/// The library ends the process where its file cannot be opened.
void check_output(const std::vector<std::string>& flags) {
    std::vector<NamedFile> outputs;
    for (const std::string& file : values_of("--benchmark_out", flags))
        outputs.push_back({"--benchmark_out", file});
    check_files({}, outputs);
}

Exit run(const Options& options, const std::vector<std::string>& flags) {
    check_output(flags);
    // The library would measure on for nobody; where it writes a file, that is to be whole.
    if (values_of("--benchmark_out", flags).empty()) std::signal(SIGPIPE, SIG_DFL);
    const kernels::Plan plan = kernels::find_plan(options.plan);
    const kernels::Cgroup cgroup;
    const Machine machine = kernels::read_machine(cgroup);
    kernels::CpuDevice device(machine, cgroup, static_cast<std::size_t>(machine.memory_bytes / 4));
    // No sweep here: the sizes that the system claims, so that --benchmark_list_tests answers at once.
    const kernels::Experiments experiments =
        kernels::plan_experiments(plan, machine, kernels::claimed_capacities(machine));
    const std::size_t ran = kernels::run_bench(device, experiments.wanted, plan.trial_s, flags);
    if (ran == 0) {
        const std::vector<std::string> filters = values_of("--benchmark_filter", flags);
        throw Error(Exit::usage,
                    "no benchmark matches \"" + printable(filters.empty() ? "" : filters.back()) + "\"",
                    {.where = "--benchmark_filter",
                     .expected = "a regular expression for a part of a benchmark's name",
                     .remedy = "see `mansard bench --benchmark_list_tests`"});
    }
    return Exit::ok;
}

std::function<Exit()> define(CLI::App& app, const Globals&) {
    auto options = std::make_shared<Options>();
    app.add_option("-p,--plan", options->plan, "The plan whose kernels and sizes are registered")
        ->type_name(plan_names() + "|FILE")
        ->capture_default_str();
    // Unknown flags are the library's, so they must not fall through to the main command.
    app.fallthrough(false);
    app.allow_extras();
    app.footer(
        "All flags of Google Benchmark: --benchmark_list_tests, --benchmark_filter=REGEX, "
        "--benchmark_repetitions=N, "
        "--benchmark_min_time=SECONDS, --benchmark_out=FILE, --benchmark_format=console|json|csv, … "
        "The library writes FILE as it goes: if it is interrupted, FILE is not whole.");
    return [options, &app] { return run(*options, app.remaining()); };
}

}  // namespace

extern constinit const CommandDesc bench_command{
    .name = "bench", .summary = "Run the kernels as Google Benchmarks", .define = define};

}  // namespace mansard::cli
