// mansard verify: do a file's roofs still hold on this machine? Re-measures a few of them, without a search.
#include "ceilings/verify.hpp"

#include <fmt/format.h>

#include <memory>

#include "ceilings/build.hpp"
#include "ceilings/fingerprint.hpp"
#include "cli/command.hpp"
#include "cli/hold_lock.hpp"
#include "cli/interrupt.hpp"
#include "cli/named_files.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "kernels/measure/cpu_device.hpp"
#include "kernels/measure/repeat.hpp"
#include "kernels/measure/rounds.hpp"
#include "kernels/system/topology.hpp"

namespace mansard::cli {
namespace {

struct Options {
    std::string ceilings{};
    std::string format = "text";
    LockOptions lock{};
};

std::vector<kernels::Repeat> repeats_of(const std::vector<ceilings::Roof>& roofs) {
    std::vector<kernels::Repeat> repeats;
    for (const ceilings::Roof& roof : roofs)
        repeats.push_back({roof.target, roof.kernel, roof.working_set_bytes});
    return repeats;
}

Samples measure(const Machine& machine, const kernels::Cgroup& cgroup,
                const std::vector<ceilings::Roof>& roofs) {
    const kernels::Plan plan = kernels::repeat_plan();
    const auto experiments = kernels::repeat_experiments(repeats_of(roofs), machine);
    std::size_t largest = 0;
    for (const auto& experiment : experiments.wanted) largest = std::max(largest, experiment.set_bytes);
    kernels::CpuDevice device(machine, cgroup, largest);
    Samples samples = kernels::start_samples(device, plan);
    kernels::measure_again(device, plan, experiments, device.now(), samples,
                           {.interrupted = InterruptGuard::interrupted});
    return samples;
}

Exit run(const Options& options, const Globals& globals) {
    const auto format = parse_name<ceilings::Format>(options.format).value_or(ceilings::Format::text);
    check_files(std::vector<NamedFile>{{"CEILINGS", options.ceilings}},
                std::vector<NamedFile>{{"standard output", "-"}});
    const ceilings::Ceilings file = ceilings::read_ceilings(options.ceilings);
    const kernels::Cgroup cgroup;
    const Machine machine = kernels::read_machine(cgroup);
    ceilings::require_same_machine(file.machine, machine, options.ceilings);
    const std::vector<ceilings::Roof> roofs = ceilings::representatives(file);
    if (roofs.empty())
        throw Error(Exit::bad_input, "the file has no measured roof to verify",
                    {.where = options.ceilings,
                     .expected = "roofs with the status measured, and the kernels that made them",
                     .remedy = "make a ceilings file with `mansard calibrate`"});
    const InterruptGuard guard;
    const auto lock = hold_lock(options.lock, globals);
    say(globals, fmt::format("measuring {} roofs again, for about 12 s", roofs.size()));
    const Samples samples = measure(machine, cgroup, roofs);
    if (InterruptGuard::interrupted()) {
        warn("interrupted: nothing is verified");
        return InterruptGuard::status();
    }
    const auto verification = ceilings::verify(file, options.ceilings, roofs, ceilings::build(samples));
    write_file("-", ceilings::show_verification(verification, format));
    return ceilings::exit_status(verification);
}

std::function<Exit()> define(CLI::App& app, const Globals& globals) {
    auto options = std::make_shared<Options>();
    app.add_option("ceilings", options->ceilings, "A ceilings file of this machine")
        ->required()
        ->type_name("CEILINGS");
    add_lock_options(app, options->lock);
    app.add_option("--format", options->format, "How to print the result")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}))
        ->capture_default_str();
    app.footer(
        "Exit status: 0 the roofs hold, 1 one has drifted by more than 5 %, 3 the file is of another "
        "machine, "
        "4 undecided: an interval reaches across the bound. What was calibrated by the quick plan has too "
        "few blocks for intervals, so that little can be decided: calibrate by the standard plan.");
    return [options, &globals] { return run(*options, globals); };
}

}  // namespace

extern constinit const CommandDesc verify_command{
    .name = "verify", .summary = "Measure a few roofs again: do they still hold?", .define = define};

}  // namespace mansard::cli
