#include "tests/codegen/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace mansard::codegen {
namespace {

using kernels::KernelDesc;

struct Step {
    const Instruction* instruction;
    Effect effect;
};

/// Elements that one trip of the hot loop works on (see Work in KernelDesc).
double elements_per_trip(const KernelDesc& kernel) {
    switch (kernel.measures) {
        case Kind::bandwidth:
        case Kind::ridge:
            return static_cast<double>(kernel.granule) / 8 / kernel.phases;
        case Kind::latency:
            return kernel.instructions_per_trip;
        default:
            return 1;
    }
}

/// Whether this is one of the instructions that the descriptor counts. A move's mnemonic is the same for
/// loads, stores and copies between registers: those are counted that the pattern is about.
bool is_declared(const KernelDesc& kernel, const Step& step) {
    if (step.instruction->mnemonic != kernel.instruction || step.effect.stack) return false;
    if (kernel.measures == Kind::compute || kernel.measures == Kind::ridge) return true;
    return (kernel.work.written_bytes > 0 ? step.effect.stores : step.effect.loads) > 0;
}

/// The innermost loops that hold the declared instruction, each from the jump's target to the jump.
std::vector<std::span<const Step>> hot_loops(const KernelDesc& kernel, const std::vector<Step>& steps) {
    std::vector<std::span<const Step>> loops;
    for (std::size_t last = 0; last < steps.size(); ++last) {
        const Instruction& jump = *steps[last].instruction;
        if (steps[last].effect.flow != Effect::Flow::jump || *jump.target > jump.address) continue;
        const auto first = std::ranges::find(steps, *jump.target,
                                             [](const Step& step) { return step.instruction->address; });
        if (first == steps.end()) continue;
        const std::span<const Step> loop(first, steps.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        if (std::ranges::any_of(loop, [&](const Step& step) { return is_declared(kernel, step); }))
            loops.push_back(loop);
    }
    const std::vector<std::span<const Step>> all = loops;
    std::erase_if(loops, [&](std::span<const Step> outer) {
        return std::ranges::any_of(all, [&](std::span<const Step> inner) {
            return inner.size() < outer.size() && inner.data() >= outer.data() &&
                   &inner.back() <= &outer.back();
        });
    });
    return loops;
}

/// Whether a kernel's loop may hold this instruction's arithmetic, if it is any.
bool may_compute(const KernelDesc& kernel, const Step& step) {
    if (step.effect.x87) return false;
    if (step.effect.flops == 0 || step.instruction->mnemonic == kernel.instruction) return true;
    // A mix and a triad are more than one instruction; the FLOPs per trip tell whether there are too many.
    const std::string& mnemonic = step.instruction->mnemonic;
    const bool fused = mnemonic.find("madd") != std::string::npos || mnemonic == "fmla";
    const bool adds = mnemonic.find("add") != std::string::npos && !fused;
    const bool multiplies = mnemonic.find("mul") != std::string::npos;
    if (kernel.other_instructions_per_trip > 0) return adds || multiplies;
    return kernel.measures == Kind::bandwidth && kernel.work.flops > 0 && (fused || adds || multiplies);
}

class Faults {
  public:
    template <typename... Values>
    void require(bool holds, fmt::format_string<Values...> text, Values&&... values) {
        if (!holds) lines_.push_back(fmt::format(text, std::forward<Values>(values)...));
    }
    std::vector<std::string> take() { return std::move(lines_); }

  private:
    std::vector<std::string> lines_;
};

/// Whether the address of a load is in the register that it fills: the next one cannot start before it is
/// done.
bool follows_itself(const Instruction& load) {
    return load.operands.size() == 2 && (load.operands[0].find(load.operands[1]) != std::string::npos ||
                                         load.operands[1].find(load.operands[0]) != std::string::npos);
}

void check_step(const KernelDesc& kernel, const Step& step, int register_bytes, Faults& faults) {
    const Effect& effect = step.effect;
    const std::string& text = step.instruction->text;
    // Eight pointers and what they are counted from do not all fit into x86's registers: a pointer may come
    // from the stack, as overhead, where bandwidth is measured (3 or 4 of 78 instructions); a value never.
    faults.require(!effect.stack || (kernel.measures == Kind::bandwidth && effect.vector_bytes == 0),
                   "stack access: {}", text);
    faults.require(kernel.measures != Kind::compute || effect.loads + effect.stores == 0,
                   "memory operand in a compute loop: {}", text);
    faults.require(
        kernel.measures != Kind::latency || !is_declared(kernel, step) || follows_itself(*step.instruction),
        "does not depend on the step before: {}", text);
    faults.require(may_compute(kernel, step), "foreign arithmetic: {}", text);
    // Narrower moves that neither compute nor reach memory are pointers that GCC keeps in vector registers:
    // overhead.
    const bool works = effect.flops + effect.loads + effect.stores > 0;
    faults.require(!works || effect.vector_bytes == 0 || effect.vector_bytes == register_bytes,
                   "register of {} bytes instead of {}: {}", effect.vector_bytes, register_bytes, text);
}

bool is_prefetch(const Instruction& instruction) {
    return instruction.mnemonic.starts_with("prefetch") || instruction.mnemonic == "prfm";
}

void check_loop(const KernelDesc& kernel, std::span<const Step> loop, const Dialect& dialect,
                Faults& faults) {
    int declared = 0, beside = 0, prefetches = 0, others = 0;
    double flops = 0, loads = 0, stores = 0;
    for (const Step& step : loop) {
        const Effect& effect = step.effect;
        check_step(kernel, step, dialect.register_bytes(kernel.isa), faults);
        faults.require(effect.flow == Effect::Flow::next || &step == &loop.back(), "jump inside the loop: {}",
                       step.instruction->text);
        declared += is_declared(kernel, step);
        beside += effect.flops > 0 && !is_declared(kernel, step);
        flops += effect.flops;
        loads += effect.stack ? 0 : effect.loads;
        stores += effect.stack ? 0 : effect.stores;
        const bool asks = is_prefetch(*step.instruction);
        prefetches += asks;
        const bool works = asks || effect.flops > 0 || is_declared(kernel, step) ||
                           (!effect.stack && effect.loads + effect.stores > 0) ||
                           dialect.checks_load(*step.instruction);
        others += !works;
    }
    const double elements = elements_per_trip(kernel);
    faults.require(declared == kernel.instructions_per_trip, "{} × {} instead of {}", declared,
                   kernel.instruction, kernel.instructions_per_trip);
    if (kernel.measures == Kind::compute)
        faults.require(beside == kernel.other_instructions_per_trip, "{} other instructions instead of {}",
                       beside, kernel.other_instructions_per_trip);
    // What runs beside square roots is no work, and is as many FLOP again.
    const double expected = kernel.work.flops * elements * (kernel.op == Op::sqrt ? 2 : 1);
    faults.require(flops == expected, "{} FLOP per trip instead of {}", flops, expected);
    faults.require(loads == kernel.work.read_bytes * elements, "{} bytes loaded per trip instead of {}",
                   loads, kernel.work.read_bytes * elements);
    faults.require(stores == kernel.work.written_bytes * elements, "{} bytes stored per trip instead of {}",
                   stores, kernel.work.written_bytes * elements);
    // One for each line read, and none where none is declared.
    const double lines = kernel.prefetch_lines > 0 ? loads / 64 : 0;
    faults.require(prefetches == lines, "{} prefetches per trip instead of {}", prefetches, lines);
    // Counting trips and moving pointers: at most a quarter of the loop, and what the shortest loops need.
    // Where addresses are computed for every line or lane, that is the access pattern and no overhead.
    const bool scattered = kernel.pattern == Pattern::random || kernel.pattern == Pattern::gather;
    const double allowed = static_cast<double>(loop.size()) * (scattered ? 0.8 : 0.25) + 6;
    faults.require(others <= allowed, "{} of {} instructions do no work", others, loop.size());
}

}  // namespace

std::vector<std::string> faults_of(const KernelDesc& kernel, const Function& run, const Dialect& dialect) {
    Faults faults;
    const bool frame_pointer = dialect.has_frame_pointer(run);
    std::vector<Step> steps;
    for (const Instruction& instruction : run.body) {
        Step step{&instruction, dialect.effect_of(instruction)};
        step.effect.stack |= step.effect.frame && frame_pointer;
        const bool leaves =
            step.effect.flow == Effect::Flow::jump &&
            (*instruction.target < run.address || *instruction.target > run.body.back().address);
        faults.require(step.effect.flow != Effect::Flow::away && !leaves, "leaves the function: {}",
                       instruction.text);
        steps.push_back(step);
    }
    const auto loops = hot_loops(kernel, steps);
    faults.require(loops.size() == 1, "{} loops hold {}, instead of one", loops.size(), kernel.instruction);
    if (loops.size() == 1) check_loop(kernel, loops.front(), dialect, faults);
    return faults.take();
}

std::vector<std::string> intrusions_of(const std::vector<Section>& sections,
                                       const std::vector<Symbol>& symbols, const std::string& only_global) {
    Faults faults;
    for (const auto& [name, flags] : sections) {
        faults.require(flags.find("LINK_ONCE") == std::string::npos, "COMDAT section {}", name);
        for (const char* start : {".init_array", ".ctors", ".preinit_array", ".text.startup"})
            faults.require(!name.starts_with(start), "{}: runs before main", name);
        faults.require(!name.starts_with(".gnu.lto_") && !name.starts_with(".llvm.lto"), "{}: LTO is on",
                       name);
    }
    bool exported = false;
    for (const Symbol& symbol : symbols) {
        if (symbol.section == "*UND*") continue;
        const std::string name = demangled(symbol.name);
        faults.require(!symbol.weak && symbol.binding != 'u', "shared with other objects: {}", name);
        if (symbol.binding == 'l') continue;
        faults.require(name == only_global, "global: {}", name);
        // A table that a constructor would have to fill in lies in .bss.
        faults.require(name != only_global || symbol.section.find("ro") != std::string::npos,
                       "{} is not constant: it lies in {}", name, symbol.section);
        exported |= name == only_global;
    }
    faults.require(exported, "{} is missing", only_global);
    return faults.take();
}

}  // namespace mansard::codegen
