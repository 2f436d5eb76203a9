// A neighbour that came before the final rounds: the search among the variants saw the same kernel faster, in
// every one of its blocks, than the final rounds' interval reaches. Search blocks make no roof, but they are
// witnesses.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/rule.hpp"
#include "ceilings/waits.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr double much = 1.05;
constexpr std::size_t least_search_blocks = 2;

void check(const Series& series, Roof& roof) {
    std::vector<double> searched, finals;
    for (const Block& block : series.blocks)
        if (const auto good = goodness(series, block); good && !block.repeated && block.phase != Phase::sweep)
            (block.phase == Phase::search ? searched : finals).push_back(*good);
    if (searched.size() < least_search_blocks || finals.empty()) return;
    const double least = *std::min_element(searched.begin(), searched.end());
    const double most = *std::max_element(finals.begin(), finals.end());
    if (least <= much * most) return;
    add_flag(roof, "contended");
    roof.notes.push_back({.severity = Severity::warning,
                          .code = "slower_than_search",
                          .text = fmt::format("the search found {} % more than the best of the final rounds",
                                              plain(100 * (least / most - 1), 2)),
                          .remedy = is_held_up_here(series)
                                        ? "its threads waited for a CPU that other programs of this system "
                                          "had: stop them, and calibrate again"
                                        : "something took part of the machine since: calibrate again"});
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i)
        if (const Series* winner = input.evidence[i].winner) check(*winner, ceilings.roofs[i]);
}

}  // namespace

extern constinit const RuleDesc below_search_rule{
    .name = "below_search", .summary = "final rounds slower than the search before them", .apply = apply};

}  // namespace mansard::ceilings
