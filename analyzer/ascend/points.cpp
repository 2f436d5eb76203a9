// What was gathered, as points: times, counts, and the metrics that rules read.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/gatherer.hpp"
#include "analyzer/ascend/metric_names.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::ascend {
namespace {

/// Counters' KB: the rates and counts of one file agree with 1024 and with no other.
constexpr double kib = 1024;

bool is_amount(double value) {
    return std::isfinite(value) && value >= 0;
}

}  // namespace

void Gatherer::add_counts(Group& group, Point& point) const {
    double read = 0, written = 0, cube = 0, vector = 0;
    bool has_bytes = false, has_flops = false;
    for (std::size_t i = 0; i < group.counters.size(); ++i) {
        // A counter that some calls lack counts for none.
        if (group.weights[i] != group.calls) continue;
        const double value = group.counters[i];
        switch (counters_[i].kind) {
            case CounterKind::read_kib:
                read += value * kib, has_bytes = true;
                break;
            case CounterKind::written_kib:
                written += value * kib, has_bytes = true;
                break;
            case CounterKind::cube_flops:
                cube += value, has_flops = true;
                break;
            case CounterKind::vector_flops:
                vector += value, has_flops = true;
                break;
            default:
                break;
        }
    }
    if (has_bytes && is_amount(read + written)) {
        point.bytes.clear();
        point.bytes.push_back({.level = Level::DRAM,
                               .basis = Basis::traffic,
                               .how = How::counted,
                               .read = read,
                               .written = written,
                               .count = read + written});
    }
    // The counter is some percent above what the product needs: only where there is no model.
    if (!has_flops || !point.flops.empty() || !is_amount(cube + vector) || cube + vector == 0) return;
    if (cube > 0) point.flops.push_back({.engine = Engine::matrix, .count = cube, .how = How::counted});
    if (vector > 0) point.flops.push_back({.engine = Engine::vector, .count = vector, .how = How::counted});
    std::erase_if(point.notes, [](const std::string& note) { return note.starts_with("no FLOPs"); });
    point.notes.emplace_back("FLOPs by the counters of the cube and the vector units, of an unknown type");
}

std::vector<Metric> Gatherer::metrics_of(const Group& group) const {
    std::vector<Metric> metrics;
    const auto add = [&](std::string name, double value) {
        if (value > 0 && std::isfinite(value)) metrics.push_back({.name = std::move(name), .value = value});
    };
    for (std::size_t i = 0; i < group.counters.size(); ++i) {
        const bool is_metric = counters_[i].kind == CounterKind::metric;
        if (is_metric && group.weights[i] > 0) add(counters_[i].name, group.counters[i] / group.weights[i]);
        if (!is_metric && group.weights[i] == group.calls) add(counters_[i].name, group.counters[i]);
    }
    for (std::size_t cause = 0; cause < group.longest_wait.size(); ++cause)
        add(std::string(wait_metric(static_cast<WaitCause>(cause))), group.longest_wait[cause]);
    add_type_metrics(group, metrics);
    add_communication_metrics(group, metrics);
    // Only a program that runs single ops has both kinds; a graph's ops have their own names.
    if (has_aclnn_ && !group.call.name.starts_with("aclnn") && group.call.category != "communication")
        add("aclop", 1);
    return metrics;
}

/// What is said of a type once, of the group that has its longest call.
void Gatherer::add_type_metrics(const Group& group, std::vector<Metric>& metrics) const {
    if (group.type == none) return;
    const Type& type = types_[group.type];
    if (&groups_[type.longest_in] != &group) return;
    const auto add = [&](std::string_view name, double value) {
        if (std::isfinite(value)) metrics.push_back({.name = std::string(name) + type.name, .value = value});
    };
    if (compute_microseconds_ > 0) add(type_share_metric, type.microseconds / compute_microseconds_);
    // Of one group of calls the calls' own times say it.
    if (type.calls > group.calls && type.microseconds > 0)
        add(type_uneven_metric, type.longest * type.calls / type.microseconds);
}

/// One collective of a device speaks for all of them: the longest.
void Gatherer::find_longest_collectives() {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        const Group& group = groups_[i];
        if (group.call.category != "communication") continue;
        std::size_t& longest = devices_[group.device].longest_collective;
        if (longest == none || group.microseconds > groups_[longest].microseconds) longest = i;
    }
}

void Gatherer::add_communication_metrics(const Group& group, std::vector<Metric>& metrics) const {
    const Device& device = devices_[group.device];
    if (device.longest_collective == none || &groups_[device.longest_collective] != &group) return;
    std::optional<CommunicationShares> shares = device.times.communication();
    if (!shares && device.microseconds > 0)
        shares = {.all = device.collective_microseconds / device.microseconds};
    if (shares) append_metrics(*shares, metrics);
}

void Gatherer::add_details(Group& group, Point& point) const {
    Details details = point.details ? *point.details : Details{};
    details.metrics = metrics_of(group);
    if (group.calls > 1 && !group.seconds.empty() && group.timed)
        details.call_seconds = call_times(group.seconds);
    if (details.metrics.empty() && details.shapes.empty() && !details.call_seconds) return;
    point.details = std::make_shared<const Details>(std::move(details));
}

Point Gatherer::point_of(Group& group) {
    Point point = std::move(group.call);
    group.call.name = point.name;
    group.call.category = point.category;
    point.calls = group.calls;
    point.seconds = std::nullopt;
    if (group.timed && std::isfinite(group.microseconds)) point.seconds = group.microseconds * 1e-6;
    if (!group.timed && group.calls > 1)
        point.notes.emplace_back("time left out: not all of its calls have one");
    for (FlopCount& flops : point.flops) flops.count *= group.calls;
    for (ByteCount& bytes : point.bytes) {
        bytes.count *= group.calls;
        if (bytes.read) *bytes.read *= group.calls;
        if (bytes.written) *bytes.written *= group.calls;
    }
    // A made-up file's sums may leave the range of numbers.
    std::erase_if(point.flops, [](const FlopCount& flops) { return !is_amount(flops.count); });
    std::erase_if(point.bytes, [](const ByteCount& bytes) { return !is_amount(bytes.count); });
    add_counts(group, point);
    add_details(group, point);
    return point;
}

void Gatherer::add_times(Profile& profile) {
    double busy = 0;
    std::int64_t begin = INT64_MAX, end = INT64_MIN;
    // Rows without a start would be missing from the union.
    std::size_t started = 0;
    for (const Device& device : devices_) {
        busy += device.times.busy_seconds();
        begin = std::min(begin, device.times.begin());
        end = std::max(end, device.times.end());
        started += device.times.size();
    }
    if (started + rejected_.size() != records_ || end <= begin) return;
    profile.seconds_busy = busy;
    profile.seconds_wall = static_cast<double>(end - begin) * 1e-9;
}

void Gatherer::add_notes(Profile& profile) const {
    const auto note = [&](std::string code, std::string text, std::string remedy) {
        profile.notes.push_back(
            {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
    };
    if (skipped_ > 0)
        note("steps_skipped",
             fmt::format("{} of the first {} left out: warm-up", counted(skipped_, "record"),
                         counted(static_cast<std::size_t>(options_.skip_steps), "step")),
             "");
    if (options_.skip_steps > 0 && steps() == 0)
        profile.notes.push_back({.severity = Severity::warning,
                                 .code = "no_steps",
                                 .text = "The table has no steps (Step Id): none is left out",
                                 .remedy = "give kernel_details.csv of torch_npu, which has them"});
    if (modelled_ > 0)
        note("modelled",
             fmt::format("FLOPs and bytes of {} are modelled from the shapes of their tensors; bytes are "
                         "the least that must move, and an op on elements counts 1 for each",
                         counted(modelled_, "call")),
             "MemoryAccess counters (read_main_memory_datas) give the bytes that really moved");
    if (unknown_ > 0 && !has_shapes_)
        note("no_shapes", "The table has no shapes of tensors: FLOPs and bytes of ops are not known",
             "profile at level 1 or above (profiler_level=Level1)");
    else if (unknown_ > 0)
        note("ops_without_model",
             fmt::format("{} without FLOPs: no cost model knows their types, or they have no shapes",
                         counted(unknown_, "call")),
             "");
}

Profile Gatherer::finish() {
    Profile profile{.source = source_, .format = "ascend-ops"};
    for (Device& device : devices_) device.times.finish();
    find_longest_collectives();
    for (Group& group : groups_) profile.points.push_back(point_of(group));
    add_times(profile);
    for (Step& step : steps_) {
        std::optional<double> wall;
        if (step.end > step.begin) wall = static_cast<double>(step.end - step.begin) * 1e-9;
        std::optional<Point> point = step.sum.point(wall);
        if (!point) continue;
        point->name = "step " + step.name;
        point->step = Label(step.name);
        point->granularity = Granularity::region;
        profile.steps.push_back(*std::move(point));
    }
    bool names_device = false;
    for (const Device& device : devices_) names_device = names_device || !is_missing(device.name);
    if (!names_device) profile.device = "Ascend NPU";
    profile.records = records_;
    profile.rejected = std::move(rejected_);
    add_notes(profile);
    return profile;
}

}  // namespace mansard::analyzer::ascend
