// Orders of arithmetic that hold on every CPU: a register holds twice as many f32 as f64; an FMA does what an
// addition or a multiplication does in the same slot, and counts twice; a wider instruction does at worst
// what narrower ones do.
#include <fmt/format.h>

#include <array>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// Equal rates are found equal within this.
constexpr double noise = 0.97;

/// AVX-512 is left out: some processors lower their clock for it, and do less then with one unit of twice the
/// width.
constexpr std::array widths{Isa::scalar, Isa::sse2, Isa::avx, Isa::avx2};

void expect_no_less(Roof& roof, const Roof* other, std::string_view why) {
    if (other == nullptr || !clearly_below(roof, *other, noise)) return;
    mark_suspect(roof, fmt::format("slower than {} ({} against {}): {}", other->id,
                                   si(*roof.value, roof.unit), si(*other->value, other->unit), why));
}

void check_width(Roof& roof, std::vector<Roof>& roofs) {
    bool narrower = true;
    for (const Isa isa : widths) {
        narrower = narrower && isa != *roof.target.isa;
        if (narrower)
            expect_no_less(roof,
                           related(roofs, roof,
                                   [isa](Target& target) {
                                       target.isa = isa;
                                       if (isa == Isa::scalar) target.engine = Engine::scalar;
                                   }),
                           "a wider instruction does at worst what narrower ones do");
    }
}

void apply(const RuleInput&, Ceilings& ceilings) {
    for (Roof& roof : ceilings.roofs) {
        const Target& target = roof.target;
        if (roof.status != Status::measured || target.kind != Kind::compute || !target.op || !target.isa)
            continue;
        if (target.dtype == Dtype::f32)
            expect_no_less(roof, related(ceilings.roofs, roof, [](Target& t) { t.dtype = Dtype::f64; }),
                           "a register holds at least as many f32 as f64");
        if (target.op == Op::fma)
            for (const Op op : {Op::add, Op::mul})
                expect_no_less(roof, related(ceilings.roofs, roof, [op](Target& t) { t.op = op; }),
                               "an FMA does as much in the same slot, and more");
        if (target.isa != Isa::avx512 && target.engine != Engine::matrix) check_width(roof, ceilings.roofs);
    }
}

}  // namespace

extern constinit const RuleDesc arithmetic_order_rule{
    .name = "arithmetic_order", .summary = "f32 ≥ f64, FMA ≥ its parts, wide ≥ narrow", .apply = apply};

}  // namespace mansard::ceilings
