#include "kernels/measure/search.hpp"

#include <algorithm>

namespace mansard::kernels {
namespace {

/// The variants of one roof with one set.
using Group = std::vector<Runner>;

std::vector<Group> groups_of(const std::vector<Runner>& runners) {
    std::vector<Group> groups;
    for (const Runner& runner : runners) {
        const auto same = [&](const Group& group) {
            const Experiment& first = *group.front().experiment;
            return first.target == runner.experiment->target &&
                   first.set_bytes == runner.experiment->set_bytes;
        };
        const auto found = std::find_if(groups.begin(), groups.end(), same);
        if (found == groups.end())
            groups.push_back({runner});
        else
            found->push_back(runner);
    }
    return groups;
}

/// Higher is better; nothing without a search block.
std::optional<double> best_found(const Series& series) {
    const std::vector<double> found = rates(series, Phase::search);
    if (found.empty()) return std::nullopt;
    return series.target.kind == Kind::latency ? -*std::min_element(found.begin(), found.end())
                                               : *std::max_element(found.begin(), found.end());
}

}  // namespace

std::vector<Runner> by_preference(const std::vector<Runner>& runners) {
    std::vector<Group> groups = groups_of(runners);
    std::size_t most = 0;
    for (Group& group : groups) {
        most = std::max(most, group.size());
        Group from_the_middle;
        // 2, 3, 1, 4, 0 of five.
        const std::size_t middle = group.size() / 2;
        for (std::size_t step = 0; step <= group.size(); ++step) {
            if (step > 0 && middle + step < group.size()) from_the_middle.push_back(group[middle + step]);
            if (step <= middle) from_the_middle.push_back(group[middle - step]);
        }
        group = std::move(from_the_middle);
    }
    std::vector<Runner> out;
    for (std::size_t turn = 0; turn < most; ++turn)
        for (const Group& group : groups)
            if (turn < group.size()) out.push_back(group[turn]);
    return out;
}

std::vector<Runner> finalists(const std::vector<Runner>& runners, const Samples& samples, int count) {
    std::vector<Runner> chosen;
    for (const Group& group : groups_of(runners)) {
        std::vector<std::pair<double, Runner>> found;
        const Runner* untried = nullptr;
        for (const Runner& runner : group) {
            const Series& series = samples.series[runner.series];
            if (const auto best = best_found(series))
                found.emplace_back(*best, runner);
            else if (untried == nullptr && series.absent_reason.empty())
                untried = &runner;
        }
        if (found.empty() && untried != nullptr) chosen.push_back(*untried);
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        for (std::size_t i = 0; i < found.size() && i < static_cast<std::size_t>(count); ++i)
            chosen.push_back(found[i].second);
    }
    return chosen;
}

void put_fundamental_first(std::vector<Runner>& runners) {
    std::stable_partition(runners.begin(), runners.end(), [](const Runner& runner) {
        const Target& target = runner.experiment->target;
        return target.op == Op::fma || target.pattern == Pattern::load || target.pattern == Pattern::chase;
    });
}

}  // namespace mansard::kernels
