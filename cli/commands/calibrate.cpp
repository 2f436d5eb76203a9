// mansard calibrate: plan → measure → samples → ceilings. The only command that measures roofs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "ceilings/build.hpp"
#include "ceilings/checks.hpp"
#include "ceilings/fingerprint.hpp"
#include "ceilings/levels.hpp"
#include "ceilings/show.hpp"
#include "cli/calibrate_gpu.hpp"
#include "cli/command.hpp"
#include "cli/faulty_kernels.hpp"
#include "cli/hold_lock.hpp"
#include "cli/interrupt.hpp"
#include "cli/named_files.hpp"
#include "cli/plan_names.hpp"
#include "cli/progress.hpp"
#include "cli/resume.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/output_place.hpp"
#include "kernels/measure/cpu_device.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/measure/filter.hpp"
#include "kernels/measure/resume.hpp"
#include "kernels/measure/rounds.hpp"
#include "kernels/measure/standing_limits.hpp"
#include "kernels/measure/sweep.hpp"
#include "kernels/system/topology.hpp"

namespace mansard::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
    Asked asked{};  ///< of no plan: default_plan, or the resumed samples' own
    std::string device = "cpu";
    std::string output = "ceilings.json";
    std::string samples{};
    bool resume = false;
    std::vector<std::string> faulty{};  ///< "kernel=error", of processes before this one
    LockOptions lock{};
};

constexpr const char* default_plan = "standard";

/// Raw samples are always kept where there is a place for them: beside the ceilings, unless told otherwise.
fs::path samples_path(const Options& options) {
    if (!options.samples.empty()) return options.samples;
    if (find_output(options.output).kind != OutputPlace::Kind::replaced) return {};
    fs::path path = options.output;
    return path.replace_extension().string() + ".samples.json";
}

/// What reads a pipe wants one document, not one for every round.
bool is_flushed(const fs::path& raw) {
    return !raw.empty() && find_output(raw).kind == OutputPlace::Kind::replaced;
}

/// The sizes of the levels that set the geometries.
kernels::Capacities capacities(const std::vector<ceilings::LevelSize>& levels) {
    kernels::Capacities capacities;
    for (const ceilings::LevelSize& size : levels)
        if (size.bytes) capacities[size.level] = *size.bytes;
    return capacities;
}

bool is_plan_file(const std::string& name) {
    const std::vector<kernels::Plan> embedded = kernels::embedded_plans();
    return !name.empty() && std::none_of(embedded.begin(), embedded.end(),
                                         [&](const kernels::Plan& plan) { return plan.name == name; });
}

/// Whether the end of L3 has been seen. A machine that claims none, or too small a one, may have a larger
/// one.
bool shows_the_last_cache(const std::vector<ceilings::LevelSize>& levels) {
    return !levels.empty() && levels.back().level == Level::L3 && levels.back().detected_bytes;
}

/// Places that cannot be written are better known before minutes of measuring than after.
void check(const Options& options, const fs::path& raw) {
    std::vector<NamedFile> inputs, outputs{{"--output", options.output}};
    if (is_plan_file(options.asked.plan)) inputs.push_back({"--plan", options.asked.plan});
    if (!raw.empty()) outputs.push_back({"--samples", raw.string()});
    check_files(inputs, outputs);
    // The table of the roofs goes there.
    require_writable("-");
}

bool has_value(const ceilings::Roof& roof) {
    return roof.value.has_value();
}

/// The roofs for reading, and what is not in there as warnings.
void tell(const ceilings::Ceilings& built, const Options& options) {
    if (options.output == "-") {
        for (const std::string& warning : ceilings::warnings(built)) warn(warning);
        return;
    }
    try {
        write_file("-", ceilings::show(built, ceilings::Format::text, terminal_columns()));
    } catch (const Error&) {
        // A terminal that has closed takes no table, and the ceilings are written.
        if (!InterruptGuard::hung_up()) throw;
    }
    for (const std::string& warning : ceilings::warnings_beside_table(built)) warn(warning);
}

/// The command that goes on, behind what is said before it: another program may have called this one, with
/// options that it lacks itself. Nothing where none can: nothing is left, a pipe has the samples, or a GPU's
/// are among them.
std::string to_go_on(const Samples& samples, const Options& options, const fs::path& raw) {
    if (samples.complete || !is_flushed(raw) || !samples.machine.gpus.empty()) return "";
    const bool beside = options.samples.empty();
    return fmt::format("; to go on: mansard calibrate --resume{}{} -o {}",
                       options.device == "all" ? " --device all" : "",
                       beside ? "" : " --samples " + raw.string(), options.output);
}

/// After an interruption before the first roof: an old file of ceilings is worth more than one without roofs.
Exit finish_without_roofs(const Options& options, const std::string& how_to_go_on) {
    warn(fmt::format("interrupted before a roof was measured: {} is not written{}", options.output,
                     how_to_go_on));
    return InterruptGuard::status();
}

Exit finish(const Samples& samples, const Options& options, const Globals& globals, const fs::path& raw) {
    const ceilings::Ceilings built = ceilings::build(samples);
    const bool interrupted = InterruptGuard::interrupted();
    if (interrupted && std::none_of(built.roofs.begin(), built.roofs.end(), has_value))
        return finish_without_roofs(options, to_go_on(samples, options, raw));
    write_file(options.output, to_text(ceilings::to_json(built)));
    tell(built, options);
    say(globals, fmt::format("measured for {:.0f} s; ceilings in {}{}", samples.seconds, options.output,
                             raw.empty() ? "" : ", raw samples in " + raw.string()));
    if (!interrupted) return ceilings::verdict(built);
    warn(fmt::format("interrupted: the roofs rest on what had been measured until then{}",
                     to_go_on(samples, options, raw)));
    return InterruptGuard::status();
}

kernels::Plan chosen_plan(const Options& options) {
    kernels::Plan plan = kernels::find_plan(options.asked.plan.empty() ? default_plan : options.asked.plan);
    const auto bound = [&](kernels::Plan& part) {
        if (options.asked.budget_s <= 0) return;
        part.budget_s = options.asked.budget_s;
        part.spread_s = std::min(part.spread_s, options.asked.budget_s);
    };
    bound(plan);
    if (plan.cuda != nullptr) {
        kernels::Plan gpu = *plan.cuda;
        bound(gpu);
        plan.cuda = std::make_shared<const kernels::Plan>(std::move(gpu));
    }
    return plan;
}

kernels::Experiments experiments_of(const kernels::Plan& plan, const Machine& machine,
                                    const kernels::Capacities& sizes, const Options& options) {
    kernels::Experiments experiments = kernels::plan_experiments(plan, machine, sizes);
    if (!options.asked.filters.empty()) kernels::keep_matching(experiments, options.asked.filters);
    return experiments;
}

/// Everything that `samples` lacks of the plan, flushed after every round.
void measure(kernels::Device& device, const kernels::Plan& plan, double start_s, Samples& samples,
             const Options& options, const Globals& globals, const fs::path& raw) {
    const Progress progress(globals);
    const bool flushed = is_flushed(raw);
    const kernels::MeasureOptions measure{.interrupted = InterruptGuard::interrupted,
                                          .on_round = [&](const Samples& so_far, double fraction) {
                                              if (flushed) write_file(raw, to_text(to_json(so_far)));
                                              progress.show(fraction, device.now() - start_s);
                                          }};
    const auto wanted =
        experiments_of(plan, device.machine(), kernels::claimed_capacities(device.machine()), options);
    kernels::measure_sweep(device, plan, wanted, start_s, samples, measure);
    if (!InterruptGuard::interrupted() && !shows_the_last_cache(ceilings::find_levels(samples)))
        kernels::widen_sweep(device, plan, wanted, start_s, samples, measure);
    // The levels in a part of a sweep are not those of the whole, and set sizes follow from them.
    if (!InterruptGuard::interrupted()) {
        const auto experiments =
            experiments_of(plan, device.machine(), capacities(ceilings::find_levels(samples)), options);
        kernels::measure_rounds(device, plan, experiments, start_s, samples, measure);
    }
    if (!raw.empty()) write_file(raw, to_text(to_json(samples)));
}

GpuRequest gpu_request(const Options& options, const Progress& progress, const fs::path& raw) {
    return {.device = options.device,
            .filters = options.asked.filters,
            .interrupted = InterruptGuard::interrupted,
            .on_round =
                [&progress, &raw](const Samples& so_far, double fraction, double seconds) {
                    if (is_flushed(raw)) write_file(raw, to_text(to_json(so_far)));
                    progress.show(fraction, seconds);
                },
            .faults = faults_of(options.faulty)};
}

/// `--device cuda…`: nothing of the CPU.
Exit run_gpu(const Options& options, const Globals& globals, const fs::path& raw) {
    if (options.resume)
        throw Error(Exit::usage,
                    fmt::format("--resume goes on with a calibration of the CPU, not with --device {}",
                                options.device),
                    {.remedy = "calibrate the GPU anew"});
    const kernels::Plan plan = chosen_plan(options);
    const Progress progress(globals);
    GpuRequest request = gpu_request(options, progress, raw);
    request.on_lost = [&](const kernels::cuda::Fault& fault) {
        progress.clear();
        if (!InterruptGuard::interrupted()) begin_anew_without(fault, options.faulty);
    };
    require_gpu(plan, request);
    const InterruptGuard guard;
    const auto lock = hold_lock(options.lock, globals);
    std::optional<Samples> samples;
    const kernels::Cgroup cgroup;
    measure_gpus(plan, request, kernels::read_machine(cgroup), samples);
    progress.clear();
    if (!samples) return finish_without_roofs(options, "");
    if (!raw.empty()) write_file(raw, to_text(to_json(*samples)));
    return finish(*samples, options, globals, raw);
}

/// `--device all`: the GPUs after the CPU, or a word on why not.
Samples with_gpus(Samples cpu, const kernels::Plan& plan, const Options& options, const Globals& globals,
                  const fs::path& raw) {
    std::optional<Samples> samples = std::move(cpu);
    try {
        const Progress progress(globals);
        measure_gpus(plan, gpu_request(options, progress, raw), Machine(samples->machine), samples);
    } catch (const Error& error) {
        if (error.status() != Exit::no_device && error.status() != Exit::usage) throw;
        say(globals, fmt::format("no GPU is measured: {}", error.what()));
    }
    if (!raw.empty()) write_file(raw, to_text(to_json(*samples)));
    return *std::move(samples);
}

/// `options` by value: what is resumed says what its own were.
Exit run(Options options, const Globals& globals) {
    const fs::path raw = samples_path(options);
    check(options, raw);
    if (options.device.starts_with("cuda")) return run_gpu(options, globals, raw);
    std::optional<Samples> resumed;
    if (options.resume) resumed = samples_to_resume(raw, options.asked);
    const kernels::Plan plan = chosen_plan(options);

    const kernels::Cgroup cgroup;
    const Machine machine = kernels::read_machine(cgroup);
    // So is a filter that matches nothing, or means nothing; the sizes do not matter for that.
    kernels::require_executable(experiments_of(plan, machine, kernels::claimed_capacities(machine), options),
                                machine);
    if (resumed) {
        ceilings::require_same_machine(resumed->machine, machine, raw.string());
        kernels::require_same_plan(
            *resumed, plan,
            experiments_of(plan, machine, capacities(ceilings::find_levels(*resumed)), options),
            raw.string());
        if (resumed->complete) {
            say(globals, fmt::format("{} is complete: nothing is left to measure", raw.string()));
            return finish(*resumed, options, globals, raw);
        }
    }
    const InterruptGuard guard;
    const auto lock = hold_lock(options.lock, globals);
    kernels::CpuDevice device(machine, cgroup, static_cast<std::size_t>(machine.memory_bytes / 4));
    if (resumed)
        say(globals, fmt::format("resuming {}: it has {}", raw.string(),
                                 kernels::in_words(kernels::standing(*resumed))));
    Samples samples = resumed ? std::move(*resumed) : kernels::start_samples(device, plan);
    const double start_s = resumed ? kernels::resume_samples(device, samples) : device.now();
    kernels::note_standing_limits(samples);
    samples.request = request_of(options.asked, is_plan_file(options.asked.plan));
    // From here on there is something to resume, however soon it is killed.
    if (is_flushed(raw)) write_file(raw, to_text(to_json(samples)));
    measure(device, plan, start_s, samples, options, globals, raw);
    if (options.device == "all") samples = with_gpus(std::move(samples), plan, options, globals, raw);
    return finish(samples, options, globals, raw);
}

std::function<Exit()> define(CLI::App& app, const Globals& globals) {
    auto options = std::make_shared<Options>();
    app.add_option("-p,--plan", options->asked.plan,
                   "The roofs and the rounds (default: standard; --resume: the samples' own)")
        ->type_name(plan_names() + "|FILE");
    app.add_option("--device", options->device, "What to measure")
        ->check([](const std::string& text) {
            const bool known = text == "cpu" || text == "all" || text == "cuda" ||
                               (text.starts_with("cuda:") && text != "cuda:");
            return known ? std::string()
                         : "\"" + text + "\" is no device: cpu, cuda, cuda:N, cuda:UUID or all";
        })
        ->capture_default_str();
    app.add_option("--filter", options->asked.filters,
                   "Measure only these roofs: kind, scope, level, pattern, op, dtype, isa or kernel")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    app.add_option("--budget", options->asked.budget_s,
                   "Seconds that measuring may take, sweep and search included; what does not "
                   "fit is left out and named (default: the plan's)")
        ->check([](const std::string& text) {
            // Not CLI::Range, which lets "nan" pass.
            double seconds = 0;
            const bool valid = CLI::detail::lexical_cast(text, seconds) && seconds >= 1 && seconds <= 86400;
            return valid ? std::string() : "\"" + text + "\" is no number of seconds from 1 to 86400";
        })
        ->type_name("SECONDS");
    app.add_flag("--resume", options->resume,
                 "Go on with the samples of an interrupted calibration of this machine: their plan, filters "
                 "and budget");
    add_faulty_kernels(app, options->faulty);
    add_lock_options(app, options->lock);
    app.add_option("-o,--output", options->output, "The ceilings file to write; - is standard output")
        ->capture_default_str()
        ->type_name("FILE");
    app.add_option("--samples", options->samples,
                   "Where to keep the raw samples (default: beside the ceilings)")
        // An empty name must not pass for the default.
        ->check([](const std::string& name) {
            return name.empty() ? std::string("the name of a file is empty") : "";
        })
        ->type_name("FILE");
    app.footer(
        "Ctrl-C (status 130), SIGTERM (143) and SIGHUP (129) end with what has been measured. Status 4: a "
        "roof is suspect, or all are absent.");
    return [options, &globals] { return run(*options, globals); };
}

}  // namespace

extern constinit const CommandDesc calibrate_command{
    .name = "calibrate", .summary = "Measure this machine's roofs", .define = define};

}  // namespace mansard::cli
