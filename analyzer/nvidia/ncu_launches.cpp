#include "analyzer/nvidia/ncu_launches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/launches.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::nvidia {
namespace {

/// A metrics run or two beside a run of sections; more are processes of a parallel program.
constexpr std::size_t most_joined_captures = 16;

/// What makes a value missing in ncu's own words; anything else that is no number is a text.
bool is_missing(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return true;
    text.remove_prefix(first);
    for (const std::string_view word : {"n/a", "(!) n/a", "no data", "nan", "inf", "-nan", "N/A"})
        if (text.starts_with(word)) return true;
    return false;
}

bool same_kernel(const RawLaunch& a, const RawLaunch& b) {
    const auto fits = [](std::uint32_t x, std::uint32_t y) { return x == y || x == 0 || y == 0; };
    return a.kernel == b.kernel && fits(a.grid, b.grid) && fits(a.block, b.block) && a.calls == b.calls;
}

}  // namespace

NcuLaunches::NcuLaunches(std::string source, const ImportOptions& options)
    : source_(std::move(source)), options_(options), locale_(options.decimal) {}

void NcuLaunches::start_capture() {
    if (!captures_.back().empty()) captures_.emplace_back();
    index_.clear();
}

std::pair<RawLaunch*, bool> NcuLaunches::launch(const Key& key) {
    Capture& capture = captures_.back();
    // Rows of one launch stand together.
    if (!capture.empty() && key == last_key_ && !index_.empty()) return {&capture[last_], false};
    const auto [found, is_new] = index_.try_emplace(key, capture.size());
    if (is_new) capture.emplace_back();
    last_key_ = key;
    last_ = found->second;
    return {&capture[last_], is_new};
}

MetricColumn NcuLaunches::column(std::string_view name, std::string_view unit) {
    MetricColumn column{.metric = table_.find(name), .device = table_.names_device(name)};
    // "DRAM Bytes (dram__bytes.sum)": a label and the name, where both were asked for.
    if (!column.metric && name.find("__") != std::string_view::npos) {
        std::string_view last = name.substr(name.rfind(' ') + 1);
        if (last.starts_with('(') && last.ends_with(')')) last = last.substr(1, last.size() - 2);
        if (last.size() < name.size()) return this->column(last, unit);
    }
    if (!column.metric) return column;
    // Where another program wrote the table again, the row of units may be gone.
    if (unit.empty() && table_.needs_unit(*column.metric)) return column;
    const Counter counter = column.metric->counter;
    const auto& times = table_.seconds();
    const auto known = units_.find(unit);
    const auto& printed =
        known != units_.end() ? known->second : units_[std::string(unit)] = parse_unit(unit);
    if (printed && table_.measured_in(*column.metric, *printed)) column.scale = printed->scale;
    column.prefixed = column.scale && *column.scale != 1;
    column.whole = column.metric->form == Form::total && column.scale == 1 && name.ends_with(".sum") &&
                   std::ranges::find(times, counter) == times.end();
    return column;
}

void NcuLaunches::read(RawLaunch& launch, const MetricColumn& column, std::string_view text) {
    if (column.device) launch.device = texts_.id(text);
    if (!column.metric) return locale_.observe(text);
    for (const Reading& reading : launch.readings)
        if (reading.counter == column.metric->counter && reading.form == column.metric->form) return;
    Reading reading{.counter = column.metric->counter, .form = column.metric->form};
    const std::optional<CellNumber> number = locale_.read(text);
    if (number && column.scale) {
        reading.value = number->value * *column.scale;
        reading.spelling = number->spelling;
        // "1,234" instructions: a comma that were the decimal sign would make 1.234 of them.
        const bool tells = column.whole && !launch.summary && number->spelling != Spelling::certain &&
                           std::fmod(number->value, 1000) != 0;
        if (tells) (number->spelling == Spelling::one_comma ? whole_by_point_ : whole_by_comma_) += 1;
    } else {
        reading.missing = true;
        if (!is_missing(text) && unreadable_++ == 0) unreadable_example_ = printable(text, 60);
    }
    launch.readings.push_back(reading);
}

void NcuLaunches::reject(std::string record, std::string name, std::string reason) {
    rejected_.push_back({.record = std::move(record), .name = std::move(name), .reason = std::move(reason)});
}

bool NcuLaunches::empty() const {
    return captures_.size() == 1 && captures_[0].empty() && rejected_.empty();
}

void NcuLaunches::settle_sign() {
    if (locale_.open() && !locale_.settled()) {
        // A time and the cycles that make it up agree under the right sign alone; and counts are whole.
        std::size_t points = whole_by_point_, commas = whole_by_comma_;
        for (const Capture& capture : captures_)
            for (const RawLaunch& launch : capture) {
                const auto as_point = Counts::consistent(launch, DecimalSign::point, table_);
                const auto as_comma = Counts::consistent(launch, DecimalSign::comma, table_);
                if (!as_point || !as_comma || *as_point == *as_comma) continue;
                (*as_point ? points : commas) += 1;
            }
        if (points > 0 && commas == 0) locale_.settle(DecimalSign::point);
        if (commas > 0 && points == 0) locale_.settle(DecimalSign::comma);
    }
    locale_.require_settled(source_);
}

void NcuLaunches::join_captures(Profile& profile) {
    if (captures_.size() > most_joined_captures) return;
    for (std::size_t later = captures_.size(); later-- > 1;) {
        const Capture& more = captures_[later];
        for (std::size_t i = 0; i < later; ++i) {
            Capture& first = captures_[i];
            if (first.size() != more.size() || first.empty()) continue;
            bool fits = true, adds = false;
            for (std::size_t k = 0; k < more.size() && fits; ++k) {
                fits = same_kernel(first[k], more[k]);
                for (const Reading& reading : more[k].readings) {
                    const bool there = std::ranges::any_of(first[k].readings, [&](const Reading& other) {
                        return other.counter == reading.counter && other.form == reading.form;
                    });
                    const bool is_time =
                        reading.counter == table_.clock() || reading.counter == table_.cycles() ||
                        std::ranges::find(table_.seconds(), reading.counter) != table_.seconds().end();
                    // The same count twice: two runs to be looked at side by side, no two halves of one.
                    fits = fits && (!there || is_time);
                    adds = adds || !there;
                }
            }
            if (!fits || !adds) continue;
            for (std::size_t k = 0; k < more.size(); ++k) {
                RawLaunch& launch = first[k];
                for (const Reading& reading : more[k].readings)
                    if (std::ranges::none_of(launch.readings, [&](const Reading& other) {
                            return other.counter == reading.counter && other.form == reading.form;
                        }))
                        launch.readings.push_back(reading);
                if (launch.grid == 0) launch.grid = more[k].grid;
                if (launch.block == 0) launch.block = more[k].block;
                if (launch.compute_capability == 0) launch.compute_capability = more[k].compute_capability;
                launch.records += more[k].records;
            }
            captures_.erase(captures_.begin() + static_cast<std::ptrdiff_t>(later));
            profile.notes.push_back(
                {.code = "captures_joined",
                 .text = "The file holds several captures of one program: launches of one place and name are "
                         "taken for the same, with the counts of both and the time of the first that has one",
                 .remedy = ""});
            break;
        }
    }
}

void NcuLaunches::add_notes(Profile& profile, const Tallies& tallies) const {
    const auto note = [&](std::string code, std::string text, std::string remedy) {
        profile.notes.push_back(
            {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
    };
    const auto listed = [](const Tally& tally) {
        std::string out;
        for (const auto& [text, count] : tally)
            out += fmt::format("{}{} ({} launch{})", out.empty() ? "" : "; ", text, count,
                               count == 1 ? "" : "es");
        return out;
    };
    if (!tallies.conventions.empty())
        note("byte_conventions", "Bytes were counted as: " + listed(tallies.conventions), "");
    if (tallies.without_flops > 0)
        note("flops_not_collected",
             tallies.without_flops == 1
                 ? "No FLOP counter was collected for 1 launch: its FLOPs are missing, not zero"
                 : fmt::format(
                       "No FLOP counter was collected for {} launches: their FLOPs are missing, not zero",
                       tallies.without_flops),
             "collect smsp__sass_thread_inst_executed_op_{fadd,fmul,ffma}_pred_on.sum and those of d… and "
             "h…, or "
             "--section SpeedOfLight_RooflineChart");
    if (!tallies.uncounted.empty())
        note("flops_of_some_types",
             "Of some types no FLOP was collected, so that they are missing: " + listed(tallies.uncounted),
             "");
    if (devices_.size() > 1)
        note("several_devices",
             fmt::format("Kernels ran on {} devices: launches of one kernel on any of them are one point",
                         devices_.size()),
             "--per-launch makes each launch a point; ncu --devices N profiles one device");
    if (unreadable_ > 0)
        note("values_unreadable",
             fmt::format("{} of known metrics {}, and missing: {} is \"{}\"", counted(unreadable_, "value"),
                         unreadable_ == 1 ? "is no number in a unit of its metric"
                                          : "are no numbers in a unit of their metric",
                         unreadable_ == 1 ? "it" : "the first", unreadable_example_),
             "");
    for (Note& one : messages_.notes()) profile.notes.push_back(std::move(one));
}

Profile NcuLaunches::finish(std::string format, std::string_view expected) {
    if (empty()) throw messages_.no_data(source_, format, expected);
    Profile profile{.source = source_, .format = std::move(format)};
    settle_sign();
    profile.records = rejected_.size();
    for (const Capture& capture : captures_)
        for (const RawLaunch& launch : capture) profile.records += launch.records;
    join_captures(profile);
    LaunchPoints points(table_, locale_, texts_, options_.fp16);
    Launches launches(options_.per_launch);
    for (Capture& capture : captures_) {
        for (RawLaunch& launch : capture) {
            launches.add(points.point(launch));
            // Each is done with when its point is made: both at once would double the memory.
            std::vector<Reading>().swap(launch.readings);
        }
        Capture().swap(capture);
    }
    launches.finish(profile);
    profile.rejected = std::move(rejected_);
    add_notes(profile, points.tallies());
    return profile;
}

}  // namespace mansard::analyzer::nvidia
