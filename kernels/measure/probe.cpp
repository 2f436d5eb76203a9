#include "kernels/measure/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/quantity.hpp"
#include "core/sample.hpp"

namespace mansard::kernels {
namespace {

// Long enough for a few ticks of 10 ms, by which the system counts.
constexpr double pause_s = 0.25;
constexpr double trial_s = 0.002;
constexpr int trials = 20;
// As in roofs' notes (docs/method.md): what a program at rest does not take, a disturbed trial, and what
// threads that share a core do not reach.
constexpr double much_elsewhere = 0.25;
constexpr double in_the_way = 0.5;  // of the measured CPUs
constexpr double much_stolen = 0.01;
constexpr double disturbing_wait = 0.05;
constexpr double shared_share = 0.65;
constexpr double clock_drift = 0.03;

constexpr const char* neighbours_topic = "other programs";
constexpr const char* steal_topic = "steal now";
constexpr const char* cores_topic = "cores together";
constexpr const char* clock_topic = "clock";

/// The widest FMA of the machine, or its widest addition, as an experiment on `threads` cores.
std::optional<Experiment> arithmetic(const Machine& machine, int threads) {
    const KernelDesc* best = nullptr;
    for (const KernelDesc* kernel : all_kernels()) {
        const bool runs =
            std::find(machine.isas.begin(), machine.isas.end(), kernel->isa) != machine.isas.end();
        if (!runs || kernel->dtype != Dtype::f64 || (kernel->op != Op::fma && kernel->op != Op::add))
            continue;
        if (kernel->measures != Kind::compute) continue;
        if (best == nullptr || kernel->work.flops > best->work.flops) best = kernel;
    }
    if (best == nullptr) return std::nullopt;
    return Experiment{.kernel = best,
                      .target = {.kind = Kind::compute,
                                 .dtype = best->dtype,
                                 .isa = best->isa,
                                 .engine = best->engine,
                                 .op = best->op,
                                 .scope = threads == 1 ? Scope::core : Scope::device,
                                 .threads = threads}};
}

/// The best rate per thread of the trials whose threads had their CPUs.
std::optional<double> best_rate(Device& device, int threads, Probe& probe) {
    const auto experiment = arithmetic(device.machine(), threads);
    if (!experiment || device.load(*experiment, trial_s)) return std::nullopt;
    std::optional<double> best;
    for (int i = 0; i < trials; ++i) {
        const double seconds = device.trial();
        ++probe.trials;
        if (device.trial_waited_s().value_or(0) >= disturbing_wait * seconds) {
            ++probe.disturbed;
            continue;
        }
        const double rate = device.elements() / seconds / threads;
        best = std::max(best.value_or(0), rate);
    }
    return best;
}

Diagnosis neighbours(const Probe& probe) {
    if (!probe.others_cpus) return {.text = "not told"};
    Diagnosis out{.text = fmt::format("they have {} CPUs now", plain(*probe.others_cpus, 2))};
    if (*probe.others_cpus <= much_elsewhere) return out;
    // Threads on every core will wait for them then, and their roofs be flagged.
    out.health = *probe.others_cpus > in_the_way * probe.threads ? Health::problem : Health::warning;
    out.remedy = "stop them first (see top)";
    return out;
}

Diagnosis steal(const Probe& probe) {
    if (!probe.stolen_cpus) return {.text = "not counted"};
    Diagnosis out{.text = fmt::format("{} % of the measured cores' time",
                                      plain(100 * *probe.stolen_cpus / std::max(1, probe.threads), 2))};
    if (*probe.stolen_cpus <= much_stolen * probe.threads) return out;
    out.health = Health::warning;
    out.remedy = "measure at a quieter time, or pool several runs with `mansard build`";
    return out;
}

Diagnosis cores(const Probe& probe) {
    if (probe.threads < 2) return {.text = "there is one only"};
    if (!probe.together)
        return {
            .health = probe.disturbed > 0 ? Health::warning : Health::ok,
            .text = probe.disturbed > 0
                        ? "not told: in every trial a thread waited for its CPU, which another program had"
                        : "not tried",
            .remedy = probe.disturbed > 0 ? "stop other programs, or raise the CPU quota" : ""};
    Diagnosis out{.text = fmt::format(
                      "{} threads reach {} times one core's FMA rate, in the best of {} trials; "
                      "in {} of all a thread waited for its CPU",
                      probe.threads, plain(*probe.together * probe.threads, 3), trials, probe.disturbed)};
    if (*probe.together < shared_share) {
        out.health = Health::problem;
        out.text += ": the measured CPUs seem to share physical cores";
        out.remedy =
            "measure one CPU of each physical core (taskset), or on a virtual machine with whole cores";
    } else if (2 * probe.disturbed > probe.trials) {
        out.health = Health::warning;
        out.remedy = "stop other programs, or leave them other cores (taskset)";
    }
    return out;
}

Diagnosis clock(const Probe& probe) {
    if (!probe.clock_hz || !probe.clock_later_hz) return {.text = "not told"};
    const double change = *probe.clock_later_hz / *probe.clock_hz - 1;
    Diagnosis out{.text = fmt::format("{}, and {} after FMA on all cores", si(*probe.clock_hz, "Hz"),
                                      si(*probe.clock_later_hz, "Hz"))};
    if (std::abs(change) < clock_drift) return out;
    out.text += ": it depends on heat and on how many cores work; it is measured beside every roof";
    return out;
}

struct Examination {
    const char* topic;
    Diagnosis (*examine)(const Probe& probe);
};
constexpr Examination examinations[]{
    {neighbours_topic, neighbours}, {steal_topic, steal}, {cores_topic, cores}, {clock_topic, clock}};

}  // namespace

Probe probe(Device& device) {
    Probe out{.threads = static_cast<int>(device.machine().cpus_used.size())};
    const Environment before = device.environment();
    const double start = device.now();
    device.pause(pause_s);
    const double paused = device.now() - start;
    const Environment after = device.environment();
    out.others_cpus = device.company().cpus;
    if (before.steal_s && after.steal_s && paused > 0)
        out.stolen_cpus = std::max(0.0, *after.steal_s - *before.steal_s) / paused;
    const auto alone = best_rate(device, 1, out);
    out.clock_hz = device.clock_hz();
    if (out.threads < 2) return out;
    const auto all = best_rate(device, out.threads, out);
    out.clock_later_hz = device.clock_hz();
    if (alone && all) out.together = *all / *alone;
    return out;
}

std::vector<Diagnosis> examine(const Probe& probe) {
    std::vector<Diagnosis> out;
    for (const Examination& one : examinations) {
        out.push_back(one.examine(probe));
        out.back().topic = one.topic;
    }
    return out;
}

std::vector<Diagnosis> not_probed(const std::string& reason) {
    std::vector<Diagnosis> out;
    for (const Examination& one : examinations)
        out.push_back({.topic = one.topic, .text = "not tried: " + reason});
    return out;
}

}  // namespace mansard::kernels
