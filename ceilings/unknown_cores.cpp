#include "ceilings/unknown_cores.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mansard::ceilings {
namespace {

Line line_of(const Roof& roof, int factor, std::string name) {
    std::optional<Interval> interval = roof.ci95 ? roof.ci95 : roof.range;
    if (interval) interval = Interval{interval->low * factor, interval->high * factor};
    return {.roof = &roof,
            .factor = static_cast<double>(factor),
            .value = *roof.value * factor,
            .interval = interval,
            .name = std::move(name)};
}

}  // namespace

CoreRoofs core_roofs(const Ceilings& ceilings) {
    if (!ceilings.machine.cpus_used.empty() || ceilings.roofs.empty()) return CoreRoofs::counted;
    bool one = false, all = false;
    for (const Roof& roof : ceilings.roofs) {
        if (roof.target.device != "cpu" || roof.status != Status::imported) return CoreRoofs::counted;
        (roof.target.scope == Scope::core ? one : all) = true;
    }
    return one && all ? CoreRoofs::both : one ? CoreRoofs::one : CoreRoofs::all;
}

std::optional<Line> line_of_uncounted(const std::vector<const Roof*>& family, CoreRoofs known,
                                      std::optional<int> threads, const std::string& what) {
    const Roof *one = nullptr, *all = nullptr;
    for (const Roof* roof : family) (roof->target.scope == Scope::core ? one : all) = roof;
    const auto of_one = [&] {
        Line line = line_of(*one, 1, what + ", 1 core");
        line.threads = 1;
        return line;
    };
    const auto of_all = [&] {
        Line line = line_of(*all, 1, what + ", all cores");
        line.threads = 0;
        return line;
    };
    if (known == CoreRoofs::one) return one != nullptr ? std::optional(of_one()) : std::nullopt;
    if (known == CoreRoofs::all || !threads) return all != nullptr ? std::optional(of_all()) : std::nullopt;
    if (*threads == 1) return one != nullptr ? std::optional(of_one()) : std::nullopt;
    if (one == nullptr || all == nullptr) return std::nullopt;
    if (*one->value * *threads >= *all->value) return of_all();
    Line line = line_of(*one, *threads, fmt::format("{}, {} × 1 core", what, *threads));
    line.threads = *threads;
    return line;
}

}  // namespace mansard::ceilings
