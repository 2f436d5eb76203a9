#include "analyzer/uncounted_cores.hpp"

#include <fmt/format.h>

#include "analyzer/advice.hpp"

namespace mansard::analyzer {

using ceilings::CoreRoofs;

UncountedCores::UncountedCores(const ceilings::Ceilings* ceilings, std::optional<Scope> scope)
    : known_(ceilings != nullptr ? ceilings::core_roofs(*ceilings) : CoreRoofs::counted), scope_(scope) {}

void UncountedCores::look_at(const Point& point) {
    std::optional<int> threads = point.threads;
    if (scope_) threads = *scope_ == Scope::core ? std::optional(1) : std::nullopt;
    count_ += known_ == CoreRoofs::one    ? threads != 1
              : known_ == CoreRoofs::all  ? threads.has_value()
              : known_ == CoreRoofs::both ? threads.value_or(1) > 1
                                          : false;
}

std::vector<Note> UncountedCores::notes() const {
    if (count_ == 0) return {};
    const std::string points = counted(count_, "point");
    const std::string_view remedy = "import roofs whose threads are known, or calibrate the machine";
    if (known_ == CoreRoofs::one)
        return {
            {.severity = Severity::warning,
             .code = "one_core_assumed",
             .text = fmt::format("The ceilings do not say how many threads ran, and one core is assumed: its "
                                 "roofs stand for {} of other or unknown numbers of threads, too",
                                 points),
             .remedy = std::string(remedy)}};
    if (known_ == CoreRoofs::all)
        return {
            {.severity = Severity::warning,
             .code = "all_cores_assumed",
             .text = fmt::format("The ceilings have roofs of all cores only, however many these are: they "
                                 "stand for {} of known numbers of threads, too",
                                 points),
             .remedy = std::string(remedy)}};
    return {
        {.code = "cores_unknown",
         .text = fmt::format("The ceilings do not say how many cores the device has: {} of several threads "
                             "stand under as many times the roofs of one core, at most under the device's",
                             points),
         .remedy = std::string(remedy)}};
}

}  // namespace mansard::analyzer
