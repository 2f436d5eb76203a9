#include "analyzer/compare/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "analyzer/beyond_roof.hpp"
#include "analyzer/compare/amount.hpp"
#include "analyzer/compare/missing.hpp"
#include "analyzer/compare/truth.hpp"
#include "analyzer/filter.hpp"
#include "analyzer/verdicts/verdict.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

// Longer spellings first: "<=" begins with "<".
constexpr std::array<std::pair<std::string_view, Operator>, 6> operators{{{"<=", Operator::at_most},
                                                                          {">=", Operator::at_least},
                                                                          {"==", Operator::equal},
                                                                          {"!=", Operator::not_equal},
                                                                          {"<", Operator::less},
                                                                          {">", Operator::more}}};

constexpr std::array<std::string_view, 5> numbers{"time", "total_time", "flops", "rate", "efficiency"};
constexpr std::array<std::string_view, 4> of_level{"_read_bytes", "_written_bytes", "_bytes", "_intensity"};

[[noreturn]] void refuse(const std::string& text, const std::string& what) {
    throw Error(
        Exit::usage, fmt::format("\"{}\" {}", printable(text), what),
        {.where = "--expect",
         .expected = "[NAME:]METRIC OP VALUE; metrics time, total_time, flops, rate, efficiency, bound, "
                     "verdict, or a level's bytes, read_bytes, written_bytes, intensity",
         .remedy = fmt::format("for example 'time<=0.7' (after ÷ before), 'dram_bytes<=0.3x', 'bound==L2', "
                               "'efficiency>=0.8', 'matmul*:time<=5ms'; units: {}, and x for after ÷ before",
                               amount_units)});
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

/// The level whose name `text` is in any case, and the rest of a metric: "dram_read_bytes".
std::optional<std::pair<Level, std::string_view>> level_metric(std::string_view metric) {
    for (const std::string_view suffix : of_level) {
        if (!metric.ends_with(suffix)) continue;
        const std::string_view name = metric.substr(0, metric.size() - suffix.size());
        for (const auto& [level, spelling] : Names<Level>::table)
            if (std::equal(name.begin(), name.end(), spelling.begin(), spelling.end(), [](char a, char b) {
                    return std::tolower(static_cast<unsigned char>(a)) ==
                           std::tolower(static_cast<unsigned char>(b));
                }))
                return std::pair(level, suffix);
    }
    return std::nullopt;
}

void read_value(Expectation& expectation, std::string_view text) {
    const Amount amount = parse_amount(text);
    if (amount.fault != nullptr) refuse(expectation.text, fmt::format("has a value that {}", amount.fault));
    // A time without a unit is what people mean by it: a ratio, and so is "time<=70%". Of other quantities it
    // is after's own amount.
    const bool time = expectation.metric == "time" || expectation.metric == "total_time";
    expectation.relative = amount.unit == "x" || (time && (amount.unit.empty() || amount.unit == "%"));
    expectation.value = amount.value;
}

/// What a pair has of a metric.
struct Found {
    std::optional<double> value{};
    std::optional<Interval> interval{};
    std::string unit{};
};

/// A metric that follows the time is as uncertain as the time is.
std::optional<Interval> interval_of(const std::string& metric, double value, const Pair& pair,
                                    bool relative) {
    const bool with = metric == "time" || metric == "total_time";
    const bool against = metric == "rate" || metric == "efficiency";
    const auto time = relative ? pair.seconds.ratio() : pair.seconds.after;
    const auto& interval = relative ? pair.time_ratio : pair.after_interval;
    if (!(with || against) || !time || !interval || *time <= 0 || interval->low <= 0) return std::nullopt;
    return with ? Interval{value * interval->low / *time, value * interval->high / *time}
                : Interval{value * *time / interval->high, value * *time / interval->low};
}

Delta delta_of(const Pair& pair, const std::string& metric, std::string& unit) {
    if (metric == "time") return unit = "s", pair.seconds;
    if (metric == "total_time") return unit = "s", pair.compared_total();
    if (metric == "flops") return unit = "FLOP", pair.flops;
    if (metric == "rate") return unit = "FLOP/s", pair.rate;
    if (metric == "efficiency") return pair.efficiency;
    const auto level = level_metric(metric);
    const LevelDelta* const delta = level ? pair.at(level->first) : nullptr;
    if (delta == nullptr) return {};
    if (level->second == "_intensity") return unit = "FLOP/B", delta->intensity;
    unit = "B";
    return level->second == "_read_bytes"      ? delta->read
           : level->second == "_written_bytes" ? delta->written
                                               : delta->bytes;
}

/// After ÷ before, also where before is known to be nothing: any more is beyond every factor of that.
std::optional<double> ratio_of(const Delta& delta) {
    if (!delta.before || !delta.after || *delta.before != 0) return delta.ratio();
    return *delta.after == 0 ? 1 : std::numeric_limits<double>::infinity();
}

Found find(const Pair& pair, const Expectation& expectation) {
    Found found;
    const Delta delta = delta_of(pair, expectation.metric, found.unit);
    found.value = expectation.relative ? ratio_of(delta) : delta.after;
    if (expectation.relative) found.unit = "";
    if (found.value)
        found.interval = interval_of(expectation.metric, *found.value, pair, expectation.relative);
    return found;
}

/// Of what `expectation` asks for.
Truth truth_behind(const Pair& pair, const Expectation& expectation) {
    const std::string& metric = expectation.metric;
    const bool relative = expectation.relative;
    const AtLeast& flops = pair.flops_at_least;
    if (metric == "flops" || metric == "rate") return truth_of(flops.after, relative && flops.before);
    const auto level = level_metric(metric);
    const LevelDelta* const delta = level ? pair.at(level->first) : nullptr;
    if (delta == nullptr) return Truth::here;
    const AtLeast& bytes = delta->at_least;
    if (level->second == "_bytes") return truth_of(bytes.after, relative && bytes.before);
    // Bytes read and written are exact where they are known.
    if (level->second != "_intensity") return Truth::here;
    return truth_of(flops.after || (relative && bytes.before), bytes.after || (relative && flops.before));
}

/// What a number of a level's bytes leaves out though it is no lower bound of what it claims; empty where
/// nothing. Bytes are assumed where a simulation did not say how often it ran.
std::string_view remark_on(const Pair& pair, const Expectation& expectation) {
    const auto level = level_metric(expectation.metric);
    const LevelDelta* const delta = level ? pair.at(level->first) : nullptr;
    if (delta == nullptr) return "";
    const How how = expectation.relative ? delta->how : delta->how_after;
    if (how == How::simulated) return "simulated bytes, without write-backs";
    if (how == How::assumed) return "simulated bytes, without write-backs, of an assumed number of calls";
    return "";
}

/// Why an efficiency says less than its number; empty where it does not.
std::string doubt_about(const Pair& pair, const Expectation& expectation, double value) {
    if (expectation.metric != "efficiency") return "";
    const auto is = [&](PlacementStatus status) {
        return pair.status_after == status || (expectation.relative && pair.status_before == status);
    };
    if (is(PlacementStatus::above_roof)) return "above its roof, which is an error";
    const std::optional<double>& before = pair.efficiency.before;
    if (is_beyond_roof(pair.efficiency.after) || (expectation.relative && is_beyond_roof(before)))
        return "beyond the roof of its mix, which does not bound it";
    if (!is(PlacementStatus::incomplete)) return "";
    // The true one is no less: that may be enough.
    const bool more = expectation.compare == Operator::more || expectation.compare == Operator::at_least;
    const bool enough = compares(value, expectation.compare, expectation.value) == more;
    return !expectation.relative && expectation.compare != Operator::equal &&
                   expectation.compare != Operator::not_equal && enough
               ? ""
               : "a lower bound: something that may need longer is not known";
}

bool is_equality(Operator compare) {
    return compare == Operator::equal || compare == Operator::not_equal;
}

/// Whether every value of the interval has one answer. That a measured time equals a number is never known:
/// only that it does not.
bool settles(const Interval& interval, const Expectation& expectation) {
    if (is_equality(expectation.compare))
        return interval.low == interval.high || expectation.value < interval.low ||
               expectation.value > interval.high;
    return compares(interval.low, expectation.compare, expectation.value) ==
           compares(interval.high, expectation.compare, expectation.value);
}

ExpectationResult judge_number(const Pair& pair, const Expectation& expectation) {
    ExpectationResult result{.expression = expectation.text, .point = pair.name};
    const Found found = find(pair, expectation);
    if (!found.value) {
        result.reason = fmt::format("{} is not known{}", expectation.metric,
                                    expectation.relative ? " on both sides" : " after");
        return result;
    }
    const auto words = [&](double value) {
        return found.unit.empty() ? plain(value) : si(value, found.unit);
    };
    const bool holds = compares(*found.value, expectation.compare, expectation.value);
    result.reason =
        fmt::format("{} is {}{}", expectation.metric, words(*found.value), expectation.relative ? " ×" : "");
    if (const std::string doubt = doubt_about(pair, expectation, *found.value); !doubt.empty()) {
        result.reason += ", " + doubt;
        return result;
    }
    if (const std::string_view remark = remark_on(pair, expectation); !remark.empty())
        result.reason += fmt::format(" ({})", remark);
    const Truth truth = truth_behind(pair, expectation);
    const auto decides = [&](double value) {
        return is_decided(value, expectation.compare, expectation.value, truth);
    };
    const bool decided = decides(*found.value) &&
                         (!found.interval || (decides(found.interval->low) && decides(found.interval->high)));
    if (truth != Truth::here) result.reason += fmt::format(", {}", words_of(truth));
    if (!decided) return result;
    if (found.interval) {
        const Interval& interval = *found.interval;
        result.reason += fmt::format(", {} – {}", words(interval.low), words(interval.high));
        if (!settles(interval, expectation)) {
            result.reason += is_equality(expectation.compare) ? ": the interval holds the value"
                                                              : ": the interval reaches across the bound";
            return result;
        }
    }
    result.outcome = holds ? Outcome::holds : Outcome::fails;
    return result;
}

ExpectationResult judge_word(const Pair& pair, const Expectation& expectation) {
    ExpectationResult result{.expression = expectation.text, .point = pair.name};
    const std::string_view value = expectation.metric == "bound" ? pair.bound_after : pair.verdict;
    if (value.empty()) {
        result.reason = "the bound after is not known";
        return result;
    }
    // An undecided comparison says nothing about what the verdict would have been.
    if (expectation.metric == "verdict" && value == "undecided" && expectation.word != value) {
        result.reason = "the verdict is undecided";
        return result;
    }
    // What is wrong about a point is wrong about what is read off it.
    const bool rests_on_before = expectation.metric == "verdict";
    if (pair.status_after == PlacementStatus::above_roof ||
        (rests_on_before && pair.status_before == PlacementStatus::above_roof)) {
        result.reason =
            fmt::format("{} is {}, of a point above its roof, which is an error", expectation.metric, value);
        return result;
    }
    const bool equal = value == expectation.word;
    result.outcome = equal == (expectation.compare == Operator::equal) ? Outcome::holds : Outcome::fails;
    result.reason = fmt::format("{} is {}", expectation.metric, value);
    return result;
}

}  // namespace

Expectation parse_expectation(const std::string& text) {
    Expectation expectation{.text = text};
    std::size_t at = std::string::npos;
    std::string_view spelling;
    // A name may hold operators (templates do): the last one in the text is the expectation's.
    for (const auto& [name, compare] : operators) {
        const std::size_t found = text.rfind(name);
        if (found == std::string::npos ||
            (at != std::string::npos && found + name.size() <= at + spelling.size()))
            continue;
        at = found, spelling = name, expectation.compare = compare;
    }
    if (at == std::string::npos) refuse(text, "holds no <=, >=, <, >, == or !=");
    const std::string left = trimmed(std::string_view(text).substr(0, at));
    const std::string right = trimmed(std::string_view(text).substr(at + spelling.size()));
    const std::size_t colon = left.rfind(':');
    expectation.metric = trimmed(colon == std::string::npos ? left : left.substr(colon + 1));
    if (colon != std::string::npos) expectation.pattern = trimmed(left.substr(0, colon));
    const std::string& metric = expectation.metric;
    if (metric == "bound" || metric == "verdict") {
        if (expectation.compare != Operator::equal && expectation.compare != Operator::not_equal)
            refuse(text, fmt::format("orders a {}, which only == and != can", metric));
        if (right.empty()) refuse(text, "has no value");
        expectation.word = right;
        const bool known =
            metric == "bound"
                ? right == "compute" || parse_name<Level>(right).has_value()
                : std::any_of(verdicts().begin(), verdicts().end(),
                              [&](const VerdictDesc* verdict) { return verdict->code == right; });
        if (!known) refuse(text, fmt::format("names no {}", metric));
        return expectation;
    }
    if (std::find(numbers.begin(), numbers.end(), metric) == numbers.end() && !level_metric(metric))
        refuse(text, metric.empty() ? "names no metric" : fmt::format("asks for \"{}\"", printable(metric)));
    read_value(expectation, right);
    return expectation;
}

std::vector<ExpectationResult> judge_expectations(std::span<const std::string> texts,
                                                  const Comparison& comparison, bool allow_missing) {
    std::vector<ExpectationResult> results;
    for (const std::string& text : texts) {
        const Expectation expectation = parse_expectation(text);
        const bool word = expectation.metric == "bound" || expectation.metric == "verdict";
        bool any = false;
        for (const Pair& pair : comparison.pairs) {
            const bool meant = expectation.pattern.empty() ||
                               matches_pattern(pair.name, expectation.pattern) ||
                               matches_pattern(pair.name_after, expectation.pattern);
            if (!meant) continue;
            any = true;
            results.push_back(word ? judge_word(pair, expectation) : judge_number(pair, expectation));
        }
        if (!allow_missing)
            for (ExpectationResult& one : missing_of(expectation, comparison)) {
                any = true;
                results.push_back(std::move(one));
            }
        if (!any)
            throw Error(Exit::usage,
                        fmt::format("no compared point is named {}", printable(expectation.pattern)),
                        {.where = "--expect " + printable(text), .remedy = "* and ? are wildcards"});
    }
    return results;
}

}  // namespace mansard::analyzer
