#include "ceilings/fingerprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "ceilings/gaps.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// The kernel's own share of memory changes from boot to boot, and a virtual machine's memory while it runs
// (balloons, hot-plug); no roof depends on a quarter more or less of it.
constexpr double same_memory = 0.25;
// The sweep ends a plateau at one step of its grid or the next, so the sets of two runs differ by a step or
// two.
constexpr double same_set = 1.25;

std::string isa_names(const Machine& machine) {
    std::vector<std::string_view> names;
    for (const Isa isa : machine.isas) names.push_back(name_of(isa));
    return fmt::format("{}", fmt::join(names, " "));
}

std::string gpu_names(const Machine& machine) {
    std::vector<std::string> names;
    for (const Gpu& gpu : machine.gpus) names.push_back(fmt::format("{} {}", gpu.name, gpu.uuid));
    return fmt::format("{}", fmt::join(names, ", "));
}

bool same_series(const Series& a, const Series& b) {
    if (a.target != b.target || a.kernel != b.kernel || a.variant != b.variant || !(a.work == b.work))
        return false;
    const auto [less, more] = std::minmax(a.working_set_bytes, b.working_set_bytes);
    return more <= less * same_set;
}

void append_new(std::vector<Note>& notes, const std::vector<Note>& more) {
    for (const Note& note : more) {
        const auto same = [&](const Note& other) {
            return other.code == note.code && other.text == note.text;
        };
        if (std::none_of(notes.begin(), notes.end(), same)) notes.push_back(note);
    }
}

int last_round(const Samples& samples) {
    int last = -1;
    for (const Series& series : samples.series)
        for (const Block& block : series.blocks) last = std::max(last, block.round);
    return last;
}

/// Counters since boot must grow by what each run saw, not by what happened between the runs.
template <typename T>
void add_increase(std::optional<T>& total, std::optional<T> before, std::optional<T> after) {
    if (total && before && after)
        *total += *after - *before;
    else
        total.reset();
}

void append_environment(Environment& after, const Samples& run) {
    add_increase(after.steal_s, run.before.steal_s, run.after.steal_s);
    add_increase(after.throttled_s, run.before.throttled_s, run.after.throttled_s);
    add_increase(after.throttled_periods, run.before.throttled_periods, run.after.throttled_periods);
    add_increase(after.involuntary_switches, run.before.involuntary_switches, run.after.involuntary_switches);
    after.load_1min = run.after.load_1min;
    after.governor = run.after.governor;
}

/// Whether a block of `a` is one of `b`: no two measurements agree to the nanosecond in when they were made
/// and how long each trial took.
bool share_blocks(const Samples& a, const Samples& b) {
    if (a.created != b.created) return false;
    for (const Series& series : a.series) {
        const auto other = std::find_if(b.series.begin(), b.series.end(), [&](const Series& one) {
            return one.kernel == series.kernel && same_series(one, series);
        });
        if (other == b.series.end() || other->blocks.empty() || series.blocks.empty()) continue;
        const Block &first = series.blocks.front(), &second = other->blocks.front();
        if (first.at_s == second.at_s && first.seconds == second.seconds) return true;
    }
    return false;
}

void append_run(Samples& pooled, const Samples& run) {
    const int first_round = last_round(pooled) + 1;
    for (Series series : run.series) {
        for (Block& block : series.blocks) {
            block.round += first_round;
            block.at_s += pooled.seconds;
        }
        const auto found = std::find_if(pooled.series.begin(), pooled.series.end(),
                                        [&](const Series& other) { return same_series(other, series); });
        if (found == pooled.series.end()) {
            pooled.series.push_back(std::move(series));
            continue;
        }
        found->blocks.insert(found->blocks.end(), series.blocks.begin(), series.blocks.end());
        append_new(found->notes, series.notes);
    }
    append_new(pooled.notes, run.notes);
    pooled.created = std::max(pooled.created, run.created);
    if (pooled.plan != run.plan) pooled.plan += "+" + run.plan;
    append_environment(pooled.after, run);
    pooled.seconds += run.seconds;
    pooled.complete = pooled.complete && run.complete;
    pooled.resumed += run.resumed;
}

}  // namespace

std::vector<std::string> fingerprint_differences(const Machine& a, const Machine& b) {
    std::vector<std::string> differences;
    const auto compare = [&](std::string_view what, const auto& left, const auto& right) {
        if (left != right) differences.push_back(fmt::format("{}: {} and {}", what, left, right));
    };
    const auto quota = [](const Machine& machine) {
        return machine.quota_cpus ? plain(*machine.quota_cpus) + " cores" : std::string("none");
    };
    compare("architecture", a.architecture, b.architecture);
    compare("CPU vendor", a.cpu_vendor, b.cpu_vendor);
    compare("CPU", a.cpu_model, b.cpu_model);
    compare("CPU family", a.cpu_family, b.cpu_family);
    compare("CPU model number", a.cpu_model_number, b.cpu_model_number);
    compare("CPU stepping", a.cpu_stepping, b.cpu_stepping);
    compare("microcode", a.microcode, b.microcode);
    compare("instruction sets", isa_names(a), isa_names(b));
    compare("cores of the machine", a.cores_online, b.cores_online);
    compare("CPUs used", fmt::format("{}", fmt::join(a.cpus_used, " ")),
            fmt::format("{}", fmt::join(b.cpus_used, " ")));
    compare("threads per core", a.threads_per_core, b.threads_per_core);
    compare("NUMA nodes", a.numa_nodes, b.numa_nodes);
    compare("CPU quota", quota(a), quota(b));
    // A measurement of CPUs alone does not ask for GPUs.
    if (!a.gpus.empty() && !b.gpus.empty()) compare("GPUs", gpu_names(a), gpu_names(b));
    if (std::abs(a.memory_bytes - b.memory_bytes) > same_memory * std::max(a.memory_bytes, b.memory_bytes))
        compare("memory", binary_size(a.memory_bytes), binary_size(b.memory_bytes));
    return differences;
}

void require_same_machine(const Machine& recorded, const Machine& here, const std::string& where) {
    const auto differences = fingerprint_differences(recorded, here);
    if (differences.empty()) return;
    throw Error(Exit::bad_input,
                fmt::format("the file is of another machine or configuration than this one: {}",
                            printable(fmt::format("{}", fmt::join(differences, "; ")), 2000)),
                {.where = where,
                 .expected = "a file of this machine with the same cores and limits",
                 .remedy = "calibrate this machine, or run the command where the file was made"});
}

Samples pool(std::span<const Samples> runs, std::span<const std::string> sources) {
    if (runs.empty()) throw Error(Exit::bad_input, "no samples to build ceilings from");
    Samples pooled = runs.front();
    note_gaps(pooled);
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const auto differences = fingerprint_differences(runs.front().machine, runs[i].machine);
        if (!differences.empty())
            throw Error(
                Exit::bad_input,
                fmt::format("the samples are of another machine or configuration than those of {}: {}",
                            printable(sources.front()),
                            printable(fmt::format("{}", fmt::join(differences, "; ")), 2000)),
                {.where = sources[i],
                 .expected = "runs of one machine with the same cores and limits",
                 .remedy = "build the ceilings of each machine from its own samples"});
        for (std::size_t j = 0; j < i; ++j)
            if (share_blocks(runs[j], runs[i]))
                throw Error(Exit::bad_input,
                            fmt::format("the samples hold blocks of {} too", printable(sources[j])),
                            {.where = sources[i],
                             .expected = "different runs: pooling one with itself would feign certainty",
                             .remedy = "leave out the copy, or what the run held before it was resumed"});
        Samples run = runs[i];
        note_gaps(run);
        append_run(pooled, run);
    }
    return pooled;
}

}  // namespace mansard::ceilings
