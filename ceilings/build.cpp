#include "ceilings/build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ceilings/contest.hpp"
#include "ceilings/fingerprint.hpp"
#include "ceilings/gpu_limits.hpp"
#include "ceilings/levels.hpp"
#include "ceilings/physics.hpp"
#include "ceilings/rule.hpp"
#include "core/version.hpp"

namespace mansard::ceilings {
namespace {

std::size_t count_flag(const std::vector<Roof>& roofs, std::string_view flag) {
    return static_cast<std::size_t>(
        std::count_if(roofs.begin(), roofs.end(), [&](const Roof& roof) { return has_flag(roof, flag); }));
}

void add_roof_notes(std::vector<Note>& notes, const std::vector<Roof>& roofs) {
    if (const std::size_t contended = count_flag(roofs, "contended"))
        notes.push_back(
            {.severity = Severity::warning,
             .code = "contended",
             .text = fmt::format("{} of {} roofs are contended: something else took part of the machine",
                                 contended, roofs.size()),
             .remedy = "stop other programs, calibrate for longer, or pool several runs"});
    if (const std::size_t few = count_flag(roofs, "few_blocks"))
        notes.push_back(
            {.severity = Severity::warning,
             .code = "few_blocks",
             .text = fmt::format("{} of {} roofs rest on fewer than 13 blocks and have no interval", few,
                                 roofs.size()),
             .remedy = "use `--plan standard`, or pool several runs with `mansard build`"});
}

/// The roofs of one device, their evidence beside them, and the machine as their rules are to see it.
struct Part {
    Ceilings ceilings{};
    std::vector<Evidence> evidence{};
    const Gpu* gpu = nullptr;
};

const Gpu* gpu_named(const std::string& device, const Machine& machine) {
    for (const Gpu& gpu : machine.gpus)
        if (device == fmt::format("cuda:{}", gpu.index)) return &gpu;
    return nullptr;
}

/// A GPU's caches in place of the host's.
void show_gpu(Ceilings& ceilings, const Gpu& gpu) {
    const std::string source = "the driver";
    ceilings.machine.caches = {
        {.level = Level::L1, .bytes = gpu.shared_bytes_per_sm, .source = source, .instances = gpu.sms},
        {.level = Level::L2, .bytes = gpu.l2_bytes, .source = source}};
    ceilings.levels.clear();
    for (const CacheClaim& claim : ceilings.machine.caches)
        ceilings.levels.push_back({.level = claim.level,
                                   .claimed_bytes = claim.bytes,
                                   .claimed_by = source,
                                   .bytes = claim.bytes,
                                   .by_claims = true});
}

std::vector<Part> parts_of(const Samples& samples, const Ceilings& empty) {
    std::vector<Part> parts;
    for (Contest& contest : contests(samples)) {
        const std::string& device = contest.series.front()->target.device;
        auto part = std::find_if(parts.begin(), parts.end(), [&](const Part& other) {
            return other.evidence.front().contest.series.front()->target.device == device;
        });
        if (part == parts.end()) {
            part = parts.insert(parts.end(), {.ceilings = empty, .gpu = gpu_named(device, samples.machine)});
            if (part->gpu != nullptr) show_gpu(part->ceilings, *part->gpu);
        }
        Decision decision = decide(contest);
        if (samples.resumed > 0 && decision.roof.value) decision.roof.flags.push_back("resumed");
        part->ceilings.roofs.push_back(std::move(decision.roof));
        part->evidence.push_back({.contest = std::move(contest), .winner = decision.winner});
    }
    return parts;
}

void apply_limits(Part& part, const std::optional<Datasheet>& cpu) {
    const auto gpu = part.gpu != nullptr ? find_gpu_datasheet(*part.gpu) : std::nullopt;
    for (std::size_t i = 0; i < part.evidence.size(); ++i) {
        Roof& roof = part.ceilings.roofs[i];
        if (part.gpu != nullptr)
            apply_gpu_limit(roof, *part.gpu, gpu ? &*gpu : nullptr);
        else if (cpu && part.evidence[i].winner != nullptr)
            apply_limit(roof, *cpu, part.evidence[i].winner->work);
    }
}

void append(Ceilings& out, Ceilings part) {
    for (Roof& roof : part.roofs) out.roofs.push_back(std::move(roof));
    for (Note& note : part.notes) {
        // What holds for the run is said once, though each device's rules find it.
        const auto same = [&](const Note& other) {
            return other.code == note.code && other.text == note.text;
        };
        if (std::none_of(out.notes.begin(), out.notes.end(), same)) out.notes.push_back(std::move(note));
    }
}

void note_gpus(Ceilings& out) {
    for (const Gpu& gpu : out.machine.gpus) {
        if (gpu.mig.value_or(false))
            out.notes.push_back(
                {.severity = Severity::warning,
                 .code = "mig",
                 .text = fmt::format("cuda:{} is divided (MIG): the roofs are those of a slice of {} SMs",
                                     gpu.index, gpu.sms),
                 .remedy = "measure the whole GPU where MIG is off"});
        if (gpu.other_processes.value_or(0) > 0)
            out.notes.push_back(
                {.severity = Severity::warning,
                 .code = "gpu_shared",
                 .text = fmt::format("{} other processes computed on cuda:{} when the run began",
                                     *gpu.other_processes, gpu.index),
                 .remedy = "end them, or measure at a quieter time"});
        if (gpu.ecc && !*gpu.ecc)
            out.notes.push_back({.code = "no_ecc",
                                 .text = fmt::format("cuda:{} works without ECC", gpu.index),
                                 .remedy = "none needed: with ECC some memories are slower"});
    }
}

}  // namespace

Ceilings build(const Samples& samples) {
    Ceilings out{.tool_version = std::string(version()),
                 .created = samples.created,
                 .plan = samples.plan,
                 .machine = samples.machine,
                 .before = samples.before,
                 .after = samples.after,
                 .seconds = samples.seconds,
                 .levels = find_levels(samples)};
    const auto datasheet = find_datasheet(samples.machine);
    std::vector<Part> parts = parts_of(samples, out);
    const bool of_cpus = parts.empty() || std::any_of(parts.begin(), parts.end(),
                                                      [](const Part& part) { return part.gpu == nullptr; });
    // A file of GPUs alone says nothing of the host's caches.
    if (!of_cpus) out.levels.clear();
    out.notes = samples.notes;
    for (Part& part : parts) {
        apply_limits(part, datasheet);
        for (const RuleDesc* rule : rules())
            if (part.gpu == nullptr || !rule->of_cpus_only)
                rule->apply({.samples = samples, .evidence = part.evidence}, part.ceilings);
        append(out, std::move(part.ceilings));
    }
    if (parts.empty())
        for (const RuleDesc* rule : rules()) rule->apply({.samples = samples, .evidence = {}}, out);
    add_roof_notes(out.notes, out.roofs);
    note_gpus(out);
    if (!datasheet && of_cpus)
        out.notes.push_back(
            {.code = "no_port_limits",
             .text = fmt::format("no port limits are known for {}: roofs have no limit to check",
                                 samples.machine.cpu_model.empty() ? "this CPU" : samples.machine.cpu_model),
             .remedy = "add a file to configs/datasheets/cpu from its optimisation guide"});
    return out;
}

Ceilings build(std::span<const Samples> runs, std::span<const std::string> sources) {
    return build(pool(runs, sources));
}

}  // namespace mansard::ceilings
