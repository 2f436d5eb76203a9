#include "analyzer/nvidia/launch_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/lower_bounds.hpp"
#include "analyzer/nvidia/nvtx.hpp"
#include "core/words.hpp"

namespace mansard::analyzer::nvidia {
namespace {

/// What one group of counters ("FP32") says.
struct Group {
    std::string_view name{};
    Dtype dtype = Dtype::unknown;
    double flops = 0;
    std::size_t found = 0;
    std::vector<std::string_view> lacking{};
};

std::vector<Group> groups_of(const MetricTable& table, const Counts& counts, HalfCount fp16,
                             std::optional<Counter> left_out) {
    std::vector<Group> groups;
    for (const FlopRule& rule : table.flops()) {
        auto group = std::ranges::find(groups, rule.group, &Group::name);
        if (group == groups.end())
            group = groups.insert(groups.end(), {.name = rule.group, .dtype = rule.dtype});
        const auto count = counts.total(rule.counter);
        if (count) {
            ++group->found;
            if (left_out != rule.counter) group->flops += *count * rule.flop(fp16);
        } else if (!rule.optional) {
            group->lacking.push_back(rule.metric);
        }
    }
    return groups;
}

std::string_view half_note(HalfCount fp16) {
    return fp16 == HalfCount::nvidia ? "FP16 by NVIDIA's convention: add and multiply 2 FLOP, FMA 4 "
                                       "(packed); --fp16 nersc for 1 and 2"
                                     : "FP16 by NERSC's convention: add and multiply 1 FLOP, FMA 2; --fp16 "
                                       "nvidia for 2 and 4 (packed)";
}

}  // namespace

const LaunchPoints::Kernel& LaunchPoints::kernel(std::uint32_t name) {
    const auto [found, is_new] = kernels_.try_emplace(name);
    if (is_new) {
        std::string spelled = lower(texts_.text(name));
        if (spelled.starts_with("void ")) spelled.erase(0, 5);
        found->second.says_tensor = table_.says_tensor(spelled);
        found->second.lower = std::move(spelled);
    }
    return found->second;
}

void LaunchPoints::add_flops(Point& point, const RawLaunch& launch, const Counts& counts) {
    const Kernel& facts = kernel(launch.kernel);
    const Generation& generation = table_.generation(launch.compute_capability, facts.lower);
    TensorWork tensor = tensor_work(counts, table_, generation, facts.lower);
    const std::vector<Group> groups = groups_of(
        table_, counts, fp16_, tensor.constant_moves ? std::optional(table_.constant_moves()) : std::nullopt);
    std::optional<Dtype> known;
    std::vector<FlopCount> flops;
    for (const Group& group : groups) {
        if (group.found == 0) continue;
        if (!known) known = group.dtype;
        if (!group.lacking.empty())
            point.notes.push_back(fmt::format("{} is a lower bound: not collected: {}", group.name,
                                              fmt::join(group.lacking, ", ")));
        // What moved constants was asked for by the tensor cores' count, not for half precision.
        const bool moves = tensor.constant_moves && group.dtype == Dtype::f16;
        if (group.flops <= 0 && (group.lacking.empty() || moves)) continue;
        flops.push_back(
            {.dtype = group.dtype, .count = group.flops * launch.calls, .at_least = !group.lacking.empty()});
        if (group.flops > 0 && group.dtype == Dtype::f16) point.notes.emplace_back(half_note(fp16_));
    }
    for (FlopCount& one : tensor.flops) {
        one.count *= launch.calls;
        flops.push_back(one);
    }
    for (std::string& note : tensor.notes) point.notes.push_back(std::move(note));
    std::string incomplete = std::move(tensor.unknown);
    if (!tensor.counted && facts.says_tensor && known)
        incomplete = "its name says tensor cores, and no counter of theirs was collected";
    if (!incomplete.empty()) {
        // A part of them would pass for a kernel of low intensity.
        point.notes.push_back("FLOPs incomplete, left out: " + incomplete);
        return;
    }
    if (!known && !tensor.counted) {
        ++tallies_.without_flops;
        return;
    }
    for (const Group& group : groups)
        if (group.found == 0) ++tallies_.uncounted[std::string(group.name)];
    if (say_nothing(flops)) return;
    if (flops.empty()) flops.push_back({.dtype = known.value_or(Dtype::f32), .count = 0});
    for (const FlopCount& one : flops)
        if (std::isfinite(one.count)) point.flops.push_back(one);
}

void LaunchPoints::add_bytes(Point& point, const RawLaunch& launch, const Counts& counts) {
    const Generation& generation = table_.generation(launch.compute_capability, kernel(launch.kernel).lower);
    ByteWork work = byte_work(counts, generation, launch.rounded);
    for (ByteCount& bytes : work.bytes) {
        bytes.count *= launch.calls;
        if (bytes.read) *bytes.read *= launch.calls;
        if (bytes.written) *bytes.written *= launch.calls;
        if (std::isfinite(bytes.count)) point.bytes.push_back(bytes);
    }
    for (std::string& note : work.notes) point.notes.push_back(std::move(note));
    for (const std::string& convention : work.conventions) ++tallies_.conventions[convention];
}

void LaunchPoints::add_details(Point& point, const RawLaunch& launch, const Counts& counts) {
    Details details{.grid = texts_.text(launch.grid),
                    .block = texts_.text(launch.block),
                    .clock_hz = counts.clock_hz(),
                    .verdict = texts_.text(launch.verdict)};
    if (launch.id >= 0) details.launch = launch.id;
    if (launch.regions != 0) details.regions = nvtx_regions(texts_.text(launch.regions));
    for (const DetailRule& rule : table_.details())
        for (const Counter counter : rule.counters)
            if (const auto value = counts.direct(counter)) {
                details.metrics.push_back({rule.name, *value});
                break;
            }
    point.details = std::make_shared<const Details>(std::move(details));
}

Point LaunchPoints::point(const RawLaunch& launch) {
    const Counts counts(launch, locale_, table_);
    Point point{.name = texts_.text(launch.kernel),
                .granularity = launch.summary ? Granularity::kernel : Granularity::launch,
                .records = launch.records,
                .calls = launch.calls};
    if (launch.device != 0) {
        const auto [device, is_new] = devices_.try_emplace(launch.device);
        if (is_new) device->second = Label(texts_.text(launch.device));
        point.device = device->second;
    }
    if (const auto seconds = counts.seconds(); seconds && std::isfinite(*seconds * launch.calls))
        point.seconds = *seconds * launch.calls;
    add_flops(point, launch, counts);
    add_bytes(point, launch, counts);
    if (counts.has_rates_alone())
        point.notes.emplace_back("some counts are there as rates alone: rate × time (or × cycles) is taken");
    add_details(point, launch, counts);
    return point;
}

}  // namespace mansard::analyzer::nvidia
