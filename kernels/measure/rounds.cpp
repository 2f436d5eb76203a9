#include "kernels/measure/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/statistics.hpp"
#include "core/version.hpp"
#include "kernels/measure/search.hpp"

namespace mansard::kernels {
namespace {

/// Ctrl-C must not wait for the end of a pause.
constexpr double longest_pause_s = 0.1;

/// Of the budget that the sweep has left. The final rounds make the roofs: they get no less than the search.
constexpr double search_share = 0.5;

void add_absent(const Absent& absent, Samples& samples) {
    const bool known = std::any_of(samples.series.begin(), samples.series.end(), [&](const Series& series) {
        return series.target == absent.target && series.kernel == absent.kernel && series.blocks.empty();
    });
    if (!known)
        samples.series.push_back(
            {.target = absent.target, .kernel = absent.kernel, .absent_reason = absent.reason});
}

/// Whether the interval of the series' value is within ± precision of it.
bool is_precise(const Series& series, double precision) {
    const double p = series.target.kind == Kind::latency ? 0.25 : 0.75;
    const std::vector<double> found = rates(series, Phase::final);
    if (found.empty()) return false;
    const auto interval = quantile_interval(found, p);
    const double value = quantile(found, p);
    return interval && interval->high - value <= precision * value &&
           value - interval->low <= precision * value;
}

/// When the first of the final blocks of the runners' device was measured; nothing if none was. The samples
/// may hold another device's, measured before.
std::optional<double> first_final(const Samples& samples, const std::vector<Runner>& runners) {
    std::optional<double> first;
    for (const Series& series : samples.series) {
        if (runners.empty() || series.target.device != runners.front().experiment->target.device) continue;
        for (const Block& block : series.blocks)
            if (block.phase == Phase::final && (!first || block.at_s < *first)) first = block.at_s;
    }
    return first;
}

/// How many of `runners` have no block of `phase`, though nothing stood against it.
std::size_t count_without(const std::vector<Runner>& runners, const Samples& samples, Phase phase) {
    return static_cast<std::size_t>(std::count_if(runners.begin(), runners.end(), [&](const Runner& runner) {
        const Series& series = samples.series[runner.series];
        return series.absent_reason.empty() &&
               std::none_of(series.blocks.begin(), series.blocks.end(),
                            [phase](const Block& block) { return block.phase == phase; });
    }));
}

void note_cut(Samples& samples, std::string code, const Plan& plan, const std::string& what) {
    set_note(samples,
             {.severity = Severity::warning,
              .code = std::move(code),
              .text = fmt::format("the budget of {} s {}", plain(plan.budget_s), what),
              .remedy = "give it more time (--budget), a quieter machine, or fewer roofs (--filter)"});
}

/// Two short blocks for each variant, as far as the search's share of the time goes.
void run_search(Device& device, const Plan& plan, const std::vector<Runner>& runners, double start_s,
                Samples& samples, const MeasureOptions& options) {
    const double spent = device.now() - start_s;
    const double deadline = spent + search_share * std::max(0.0, plan.budget_s - spent);
    BlockRunner blocks(device, block_options(plan, start_s, options, deadline));
    const double expected_rounds = plan.search_rounds + plan.max_rounds;
    for (int round = 0; round < plan.search_rounds && !options.interrupted(); ++round) {
        if (!run_round(blocks, rotated(runners, round, plan.search_rounds), samples, Phase::search, round,
                       plan.search_trials))
            continue;
        finish(device, start_s, samples);
        options.on_round(samples, (round + 1) / expected_rounds);
    }
    if (options.interrupted()) return;
    if (const std::size_t untried = count_without(runners, samples, Phase::search))
        note_cut(samples, "search_cut", plan,
                 fmt::format("left {} of {} variants of kernels untried: the best one may be among them",
                             untried, runners.size()));
}

/// The final rounds of `survivors`. Rounds that a resumed measurement has behind it pass without a block.
void run_finals(Device& device, const Plan& plan, std::vector<Runner> survivors, double start_s,
                Samples& samples, const MeasureOptions& options) {
    const auto spent = [&] { return device.now() - start_s; };
    double deadline = plan.budget_s;
    if (!survivors.empty() && spent() >= deadline && !first_final(samples, survivors)) {
        // One block there must be, or there was no measurement.
        survivors.resize(1);
        deadline = std::numeric_limits<double>::infinity();
    }
    BlockRunner blocks(device, block_options(plan, start_s, options, deadline));
    const std::vector<Runner> all = survivors;
    const double search_ended = first_final(samples, survivors).value_or(spent());
    const double expected_rounds = plan.search_rounds + plan.max_rounds;
    double longest_round = 0;
    for (int round = 0; round < plan.max_rounds && !survivors.empty() && !options.interrupted(); ++round) {
        // A round that would end beyond the budget is not begun; the first one goes as far as it can.
        if (round > 0 && spent() + longest_round > plan.budget_s) break;
        const double began = spent();
        const bool ran = run_round(blocks, rotated(survivors, round, plan.max_rounds), samples, Phase::final,
                                   round, plan.trials);
        longest_round = std::max(longest_round, spent() - began);
        if (round + 1 >= plan.min_rounds && spent() - search_ended >= plan.spread_s)
            std::erase_if(survivors, [&](const Runner& runner) {
                return is_precise(samples.series[runner.series], plan.precision);
            });
        if (!ran) continue;
        finish(device, start_s, samples);
        options.on_round(samples, (plan.search_rounds + round + 1) / expected_rounds);
        if (round + 1 >= plan.min_rounds || options.interrupted()) continue;
        // Few roofs (a filter) are done fast: wait, so that the rounds still see the machine at different
        // times. The last of min_rounds begins after spread_s, or as late as the budget lets it end.
        const double spread = std::min(plan.spread_s, plan.budget_s - 2 * longest_round - search_ended);
        const double due = search_ended + spread * (round + 1) / (plan.min_rounds - 1);
        for (double left = due - spent(); left > 1e-3 && !options.interrupted(); left = due - spent())
            device.pause(std::min(left, longest_pause_s));
    }
    samples.complete = !options.interrupted();
    if (samples.complete)
        if (const std::size_t left_out = count_without(all, samples, Phase::final))
            note_cut(samples, "rounds_cut", plan,
                     fmt::format("ended before {} of {} kernels had their first final block: their roofs are "
                                 "absent",
                                 left_out, all.size()));
    finish(device, start_s, samples);
}

}  // namespace

Samples start_samples(Device& device, const Plan& plan) {
    return {.tool_version = std::string(version()),
            .created = utc_now(),
            .plan = plan.name,
            .machine = device.machine(),
            .before = device.environment(),
            .after = device.environment()};
}

void measure_rounds(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                    Samples& samples, const MeasureOptions& options) {
    for (const Absent& absent : experiments.absent) add_absent(absent, samples);
    std::vector<Runner> runners = by_preference(runners_for(experiments.wanted, samples));
    // What is resumed within its final rounds has its finalists.
    if (!first_final(samples, runners)) run_search(device, plan, runners, start_s, samples, options);
    std::vector<Runner> survivors = finalists(runners, samples, plan.finalists);
    put_fundamental_first(survivors);
    run_finals(device, plan, std::move(survivors), start_s, samples, options);
}

void measure_again(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                   Samples& samples, const MeasureOptions& options) {
    for (const Absent& absent : experiments.absent) add_absent(absent, samples);
    const std::vector<Runner> runners = runners_for(experiments.wanted, samples);
    run_finals(device, plan, runners, start_s, samples, options);
    // Whoever measures known roofs again chose neither their number nor the time.
    if (const std::size_t left_out = count_without(runners, samples, Phase::final);
        left_out > 0 && samples.complete)
        set_note(samples,
                 {.severity = Severity::warning,
                  .code = "rounds_cut",
                  .text = fmt::format("time was up before {} of {} roofs had their first block: they are not "
                                      "measured again",
                                      left_out, runners.size()),
                  .remedy = "try again when the machine is quieter"});
}

}  // namespace mansard::kernels
