#include "analyzer/steps.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/advice.hpp"
#include "core/error.hpp"
#include "core/words.hpp"

namespace mansard::analyzer {
namespace {

// Trainings are profiled for tens of steps; tables of thousands of wholes say nothing.
constexpr std::size_t most_steps = 1000;

/// "step 3" of "3"; what says so itself ("ProfilerStep#3") stays.
std::string name_of_step(std::string_view label) {
    return lower(label).find("step") == std::string::npos ? fmt::format("step {}", label)
                                                          : std::string(label);
}

}  // namespace

std::optional<Point> average_step(const ProgramSum& all, std::size_t steps, double seconds) {
    const auto count = static_cast<double>(steps);
    std::optional<Point> average = all.point(seconds);
    if (!average) return std::nullopt;
    average->name = "average step";
    average->step = "average";
    average->seconds = seconds / count;
    for (FlopCount& flops : average->flops) flops.count /= count;
    for (ByteCount& bytes : average->bytes) {
        bytes.count /= count;
        if (bytes.read) *bytes.read /= count;
        if (bytes.written) *bytes.written /= count;
    }
    average->notes.push_back("the mean of " + counted(steps, "step"));
    return average;
}

void skip_steps(Profile& profile, int count) {
    if (count <= 0) return;
    const auto wanted = static_cast<std::size_t>(count);
    std::set<std::string, std::less<>> skipped, kept;
    ChunkedQueue<Point> points;
    std::size_t left_out = 0;
    for (; !profile.points.empty(); profile.points.pop_front()) {
        Point& point = profile.points.front();
        const std::string_view step = point.step.view();
        if (!step.empty() && skipped.size() < wanted && !kept.contains(step)) skipped.emplace(step);
        if (skipped.contains(step)) {
            left_out += point.records;
            continue;
        }
        if (!step.empty()) kept.emplace(step);
        points.push_back(std::move(point));
    }
    if (!skipped.empty() && kept.empty())
        throw Error(Exit::usage,
                    fmt::format("--skip-steps {} leaves nothing: there {} {} (step)", count,
                                skipped.size() == 1 ? "is" : "are", counted(skipped.size(), "step")),
                    {.where = profile.source, .remedy = "skip fewer"});
    profile.points = std::move(points);
    if (skipped.empty()) return;
    profile.records -= left_out;
    profile.seconds_wall = std::nullopt;
    profile.notes.push_back(
        {.code = "steps_skipped",
         .text = fmt::format("{} of the first {} left out: warm-up", counted(left_out, "record"),
                             counted(skipped.size(), "step")),
         .remedy = ""});
}

void sum_steps(Profile& profile) {
    struct Step {
        std::string_view label;
        ProgramSum sum{};
    };
    std::vector<Step> steps;
    std::map<std::string_view, std::size_t> places;
    ProgramSum all;
    for (const Point& point : std::as_const(profile.points)) {
        if (point.step.view().empty() || !(point.seconds.value_or(0) > 0)) continue;
        const auto [place, is_new] = places.try_emplace(point.step.view(), steps.size());
        if (is_new && steps.size() == most_steps) {
            profile.notes.push_back(
                {.code = "steps_not_summed",
                 .text = fmt::format("{} names more than {} steps: they are not summed up one by one",
                                     printable(profile.source), most_steps),
                 .remedy = "put what it tells into another column, such as category"});
            return;
        }
        if (is_new) steps.push_back({point.step.view()});
        steps[place->second].sum.add(point);
        all.add(point);
    }
    if (steps.size() < 2) return;
    if (const std::optional<double> seconds = all.seconds())
        if (std::optional<Point> average = average_step(all, steps.size(), *seconds))
            profile.steps.push_back(*std::move(average));
    for (const Step& step : steps) {
        std::optional<Point> whole = step.sum.point(std::nullopt);
        if (!whole) continue;
        whole->name = name_of_step(step.label);
        whole->step = step.label;
        profile.steps.push_back(*std::move(whole));
    }
}

}  // namespace mansard::analyzer
