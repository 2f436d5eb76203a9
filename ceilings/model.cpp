#include "ceilings/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace mansard::ceilings {
namespace {

bool same_but_for_threads(const Target& a, const Target& b) {
    return std::tie(a.device, a.kind, a.dtype, a.isa, a.engine, a.op, a.level, a.pattern, a.condition,
                    a.in_flight_bytes) == std::tie(b.device, b.kind, b.dtype, b.isa, b.engine, b.op, b.level,
                                                   b.pattern, b.condition, b.in_flight_bytes);
}

template <typename Wanted>
const Line* best_of(const std::vector<Line>& lines, const Wanted& wanted) {
    const Line* best = nullptr;
    for (const Line& line : lines)
        if (wanted(line.roof->target) && (best == nullptr || better(line, *best))) best = &line;
    return best;
}

/// The best line that is wanted, of fma; where no fma passed its checks, of any mix.
template <typename Wanted>
const Line* best_by_mix(const std::vector<Line>& lines, const Wanted& wanted) {
    const Line* fma =
        best_of(lines, [&](const Target& t) { return wanted(t) && t.op.value_or(Op::fma) == Op::fma; });
    return fma != nullptr && !fma->suspect() ? fma : best_of(lines, wanted);
}

/// Whether units of `engine` execute what the roof measures. Vector units execute scalar instructions too.
bool serves(const Target& target, Engine engine) {
    const Engine own = target.engine.value_or(Engine::vector);
    return engine == Engine::vector ? own != Engine::matrix : own == engine;
}

std::string words(const Target& target) {
    std::string text;
    const auto add = [&text](std::string_view part) { text += text.empty() ? "" : " ", text += part; };
    if (target.level) add(name_of(*target.level));
    if (target.dtype) add(name_of(*target.dtype));
    if (target.op) add(name_of(*target.op));
    if (target.isa && target.kind == Kind::compute) add(name_of(*target.isa));
    // Else the matrix unit's roof would be called like the vector unit's.
    if (!target.isa && target.engine == Engine::matrix) add(name_of(Engine::matrix));
    if (target.pattern) add(name_of(*target.pattern));
    return text;
}

std::string scope_words(const Target& target) {
    // An accelerator's roof is of all its units, however many they are.
    if (target.device != "cpu" && target.scope == Scope::device && target.threads == 1) return target.device;
    if (target.scope == Scope::core || target.threads == 1) return "1 core";
    return fmt::format("{} cores", target.threads);
}

}  // namespace

bool is_private(const Machine& machine, Level level) {
    if (const auto claim = machine.cache(level))
        return claim->shared_by <= std::max(machine.threads_per_core, 1);
    return level == Level::L1 || level == Level::L2;
}

View::View(const Ceilings& ceilings, std::optional<int> threads)
    : ceilings_(ceilings),
      threads_(threads),
      cores_(std::max<int>(1, static_cast<int>(ceilings.machine.cpus_used.size()))),
      uncounted_(core_roofs(ceilings)),
      ridges_(ceilings, threads) {
    for (const Roof& roof : ceilings.roofs)  // a GPU's are its SMs
        if (roof.target.device != "cpu" && roof.target.scope == Scope::device)
            cores_ = std::max(cores_, roof.target.threads);
    std::vector<bool> done(ceilings.roofs.size(), false);
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        const Roof& roof = ceilings.roofs[i];
        const Kind kind = roof.target.kind;
        const bool usable = kind == Kind::compute     ? roof.target.dtype.has_value()
                            : kind == Kind::bandwidth ? roof.target.level && roof.target.pattern
                                                      : false;
        // Zeros, loops of seconds and few bytes in flight are roofs of their own, asked for by name. What one
        // node's cores reach in another's memory is a matter of where the data lies, no number of threads.
        if (done[i] || !usable || roof.target.condition || roof.target.in_flight_bytes ||
            roof.target.scope == Scope::numa)
            continue;
        std::vector<const Roof*> family;
        for (std::size_t j = i; j < ceilings.roofs.size(); ++j)
            if (!done[j] && ceilings.roofs[j].target.scope != Scope::numa &&
                same_but_for_threads(roof.target, ceilings.roofs[j].target)) {
                done[j] = true;
                if (ceilings.roofs[j].value && ceilings.roofs[j].status != Status::absent)
                    family.push_back(&ceilings.roofs[j]);
            }
        const bool scales = kind == Kind::compute || is_private(ceilings.machine, *roof.target.level);
        if (!family.empty()) add(roof, family, scales);
    }
    index();
    for (auto& of_level : bandwidth_)
        for (const Convention convention : {Convention::architectural, Convention::bus})
            of_level[static_cast<std::size_t>(convention)].index(convention);
}

/// Adds the line of one family (a roof at every number of threads) for the threads of this view.
void View::add(const Roof& roof, const std::vector<const Roof*>& family, bool scales) {
    const Roof *one = nullptr, *exact = nullptr, *below = nullptr, *device = nullptr;
    for (const Roof* candidate : family) {
        const int count = candidate->target.scope == Scope::core ? 1 : candidate->target.threads;
        if (count == 1 && (one == nullptr || candidate->target.scope == Scope::core)) one = candidate;
        if (candidate->target.scope == Scope::device && (device == nullptr || count > device->target.threads))
            device = candidate;
        if (count == threads_.value_or(cores_)) exact = candidate;
        if (threads_ && count < *threads_ && (below == nullptr || count > below->target.threads))
            below = candidate;
    }
    const std::string what = words(roof.target);
    const int asked = threads_.value_or(cores_);
    std::optional<Line> line;
    const auto as_is = [&](const Roof& base) {
        return make_line(base, 1, fmt::format("{}, {}", what, scope_words(base.target)));
    };
    const auto times = [&](const Roof& base, double factor) {
        if (factor == 1) return as_is(base);
        return make_line(base, factor, fmt::format("{}, {:g} × {}", what, factor, scope_words(base.target)));
    };
    const bool bandwidth = roof.target.kind == Kind::bandwidth;
    const bool whole = device != nullptr && (!threads_ || *threads_ >= device->target.threads);
    if (uncounted_ != CoreRoofs::counted) {
        line = line_of_uncounted(family, uncounted_, threads_, what);
    } else if (threads_ == 1) {
        if (one != nullptr) line = as_is(*one);
    } else if (scales && bandwidth && threads_ && one != nullptr) {
        // A cache of its own for each core: what one core reaches, as often as there are cores at work.
        line = times(*one, std::min(asked, cores_));
    } else if (whole) {
        line = as_is(*device);
    } else if (exact != nullptr) {
        line = as_is(*exact);
    } else if (scales && one != nullptr) {
        line = times(*one, std::min(asked, cores_));
    } else if (below != nullptr) {
        const int count = below->target.scope == Scope::core ? 1 : below->target.threads;
        // Threads beyond the cores take turns on them.
        line = times(*below, static_cast<double>(std::max(count, std::min(asked, cores_))) / count);
    }
    if (!line) return;
    // Some of the cores never reach more than all of them together.
    if (device != nullptr && threads_ != 1 && !(scales && bandwidth) && line->value > *device->value)
        line = as_is(*device);
    if (uncounted_ == CoreRoofs::counted) line->threads = asked;
    if (!bandwidth) {
        compute_.push_back(*line);
        return;
    }
    const auto keep = [&](Convention convention, Line candidate) {
        bandwidth_[static_cast<std::size_t>(*roof.target.level)][static_cast<std::size_t>(convention)].add(
            *roof.target.pattern, std::move(candidate));
    };
    const Roof& base = *line->roof;
    if (base.bus_value || roof.target.pattern == Pattern::load) {
        const double bus = base.bus_value.value_or(*base.value) / *base.value;
        Line on_bus = make_line(base, line->factor * bus, line->name + (bus > 1 ? ", bus" : ""));
        on_bus.threads = line->threads;
        on_bus.bus = bus > 1;
        keep(Convention::bus, std::move(on_bus));
    }
    keep(Convention::architectural, *std::move(line));
}

const Line* View::compute(Dtype dtype, Engine engine) const {
    return at(by_engine_[static_cast<std::size_t>(dtype)][static_cast<std::size_t>(engine)]);
}

void View::index() {
    const auto place = [this](const Line* line) {
        return static_cast<std::int16_t>(line == nullptr ? -1 : line - compute_.data());
    };
    for (const auto& [dtype, dtype_name] : Names<Dtype>::table) {
        for (const auto& [engine, engine_name] : Names<Engine>::table) {
            const auto d = static_cast<std::size_t>(dtype), e = static_cast<std::size_t>(engine);
            by_engine_[d][e] = place(best_by_mix(compute_, [dtype = dtype, engine = engine](const Target& t) {
                return t.dtype == dtype && serves(t, engine);
            }));
            highest_[d][e] = place(best_of(compute_, [dtype = dtype, engine = engine](const Target& t) {
                return (dtype == Dtype::unknown || t.dtype == dtype) && serves(t, engine);
            }));
        }
        for (const auto& [isa, isa_name] : Names<Isa>::table) {
            const auto d = static_cast<std::size_t>(dtype), i = static_cast<std::size_t>(isa);
            const auto of_both = [dtype = dtype, isa = isa](const Target& t) {
                return t.dtype == dtype && t.isa == isa;
            };
            by_isa_[d][i] = place(best_by_mix(compute_, of_both));
            for (const auto& [op, op_name] : Names<Op>::table)
                by_op_[d][i][static_cast<std::size_t>(op)] = place(
                    best_of(compute_, [&, op = op](const Target& t) { return of_both(t) && t.op == op; }));
        }
    }
}

const Line* View::compute(Dtype dtype, Isa isa) const {
    return at(by_isa_[static_cast<std::size_t>(dtype)][static_cast<std::size_t>(isa)]);
}

const Line* View::compute(Dtype dtype, Isa isa, Op op) const {
    return at(
        by_op_[static_cast<std::size_t>(dtype)][static_cast<std::size_t>(isa)][static_cast<std::size_t>(op)]);
}

const Line* View::highest_compute(Dtype dtype, Engine engine) const {
    return at(highest_[static_cast<std::size_t>(dtype)][static_cast<std::size_t>(engine)]);
}

std::string View::why_none(const std::string& what, const std::vector<const Roof*>& family) const {
    const std::string whom = !threads_        ? "the device"
                             : *threads_ == 1 ? "one core"
                                              : fmt::format("{} threads", *threads_);
    for (const Roof* roof : family)
        if (!roof->reason.empty())
            return fmt::format("the ceilings have no {} for {} ({}: {})", what, whom, roof->id, roof->reason);
    return fmt::format("the ceilings have no {} for {}", what, whom);
}

std::string View::why_no_compute(Dtype dtype) const {
    std::vector<const Roof*> family;
    for (const Roof& roof : ceilings_.roofs)
        if (roof.target.kind == Kind::compute && roof.target.dtype == dtype) family.push_back(&roof);
    return why_none(fmt::format("{} compute roof", name_of(dtype)), family);
}

std::string View::why_no_bandwidth(Level level) const {
    std::vector<const Roof*> family;
    for (const Roof& roof : ceilings_.roofs)
        if (roof.target.kind == Kind::bandwidth && roof.target.level == level) family.push_back(&roof);
    return why_none(fmt::format("{} bandwidth", name_of(level)), family);
}

}  // namespace mansard::ceilings
