#include "ceilings/unknown_cores.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mansard::ceilings {

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
    const auto line = [&](const Roof* roof, int times, int of_threads, std::string_view cores) {
        std::optional<Line> made;
        if (roof == nullptr) return made;
        made = make_line(*roof, times, fmt::format("{}, {}", what, cores));
        made->threads = of_threads;
        return made;
    };
    const auto of_one = [&] { return line(one, 1, 1, "1 core"); };
    const auto of_all = [&] { return line(all, 1, 0, "all cores"); };
    if (known == CoreRoofs::one) return of_one();
    if (known == CoreRoofs::all || !threads) return of_all();
    if (*threads == 1) return of_one();
    if (one == nullptr || all == nullptr) return std::nullopt;
    if (*one->value * *threads >= *all->value) return of_all();
    return line(one, *threads, *threads, fmt::format("{} × 1 core", *threads));
}

}  // namespace mansard::ceilings
