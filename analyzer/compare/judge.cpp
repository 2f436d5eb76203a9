#include <fmt/format.h>

#include <stdexcept>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {

const VerdictDesc& find_verdict(std::string_view code) {
    for (const VerdictDesc* verdict : verdicts())
        if (verdict->code == code) return *verdict;
    throw std::logic_error("no verdict has the code " + std::string(code));
}

void judge(Pair& pair, const Thresholds& thresholds, bool same_work) {
    const VerdictDesc* chosen = nullptr;
    for (const VerdictDesc* verdict : verdicts())
        if ((chosen == nullptr || verdict->rank < chosen->rank) && verdict->applies(pair, thresholds))
            chosen = verdict;
    if (chosen == nullptr) throw std::logic_error("no verdict applies to a pair of points");
    const bool unexplained = !same_work && pace_of(pair, thresholds) == Pace::faster;
    pair.verdict = unexplained ? "faster" : chosen->code;
    pair.reason = unexplained ? pace_words(pair) + "; its points say why" : chosen->reason(pair, thresholds);
    if (pair.time_ratio && !pair.doubt.empty()) pair.reason += fmt::format(" ({})", pair.doubt);
}

}  // namespace mansard::analyzer
