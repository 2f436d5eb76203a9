#include "analyzer/likwid/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "analyzer/join_runs.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::likwid {
namespace {

using metrics::EventAmount;

/// "DP [MFLOP/s]" and the older "DP MFLOP/s" are one metric.
std::string bare(std::string_view name) {
    std::string out = "metric:";
    for (const char c : name)
        if (c != '[' && c != ']') out += c;
    return out;
}

/// Counters of the core, which each thread has; those of the uncore stand at one thread of a socket.
bool is_of_core(const Row& row) {
    return row.counter.starts_with("PMC") || row.counter.starts_with("FIXC");
}

/// The columns at which counters of the uncore stand: those where one of them counted anything. Empty where
/// none did.
std::vector<bool> uncore_columns(const Block& block) {
    std::vector<bool> columns;
    for (const Row& row : block.events)
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            if (is_of_core(row) || row.values[i].value_or(0) == 0) continue;
            if (columns.size() <= i) columns.resize(i + 1);
            columns[i] = true;
        }
    return columns;
}

/// A counter of the uncore that is missing where the others of its socket stand; the zeros of other threads
/// are no counts.
bool is_lost(const Row& row, const std::vector<bool>& columns) {
    for (std::size_t i = 0; i < row.values.size(); ++i)
        if (!row.values[i] && (columns.empty() || (i < columns.size() && columns[i]))) return true;
    return false;
}

/// False where no thread counted it: with a channel of memory missing, the sum is a lower bound.
bool add_event(const Row& row, EventAmount& amount, bool lost) {
    const auto counts = [lost](const auto& value) { return value && (!lost || *value > 0); };
    if (std::any_of(row.values.begin(), row.values.end(), counts)) {
        for (const auto& value : row.values) amount.add(value.value_or(0));
    } else if (row.values.empty() && row.sum) {
        amount.add(*row.sum);
    } else {
        return false;
    }
    return true;
}

/// A rate is worth its thread's time; a volume is worth itself.
void add_metric(const Row& row, const Block& block, EventAmount& amount) {
    const bool rate = row.name.find("/s") != std::string::npos;
    for (std::size_t i = 0; i < row.values.size(); ++i) {
        if (!row.values[i]) continue;
        double factor = 1;
        if (rate) {
            const auto& times = block.column_seconds;
            const auto seconds = i < times.size() && times[i] ? times[i] : block.seconds;
            if (!seconds) continue;
            factor = *seconds;
        }
        amount.add(*row.values[i] * factor);
    }
}

std::optional<double> clock_of(const Block& block) {
    double sum = 0;
    std::size_t count = 0;
    for (const Row& row : block.metrics)
        if (row.name == "Clock [MHz]" || row.name == "Clock MHz")
            for (const auto& value : row.values)
                if (value && *value > 0) sum += *value, ++count;
    const double clock = sum / static_cast<double>(count) * 1e6;
    return count > 0 && std::isfinite(clock) ? std::optional(clock) : std::nullopt;
}

/// The channels of memory that the block counted, as a mask: AMD's Zen counts four at a time, in the groups
/// MEM1 and MEM2.
unsigned channels_of(const Block& block) {
    constexpr std::string_view prefix = "DRAM_CHANNEL_";
    const std::vector<bool> uncore = uncore_columns(block);
    unsigned mask = 0;
    for (const Row& row : block.events)
        if (row.name.size() == prefix.size() + 1 && row.name.starts_with(prefix) && row.name.back() >= '0' &&
            row.name.back() <= '7' && (row.values.empty() ? row.sum.has_value() : !is_lost(row, uncore)))
            mask |= 1U << static_cast<unsigned>(row.name.back() - '0');
    return mask;
}

/// Half of the channels are a lower bound of the memory's bytes, until the other half is joined with it.
void tell_channels(const Block& block, Point& point) {
    constexpr unsigned all = 0xff, first = 0x0f;
    const unsigned channels = channels_of(block);
    // Less than four counters of a group with a name of its own: the machine may have no more channels.
    const bool whole = channels == all || (channels < first && (channels & 1U) != 0 &&
                                           block.group != "MEM1" && block.group != "MEM2");
    if (channels == 0 || whole) return;
    for (ByteCount& bytes : point.bytes) {
        if (bytes.level != Level::DRAM) continue;
        const bool half = !bytes.at_least && (channels == first || channels == (all ^ first));
        point.notes.emplace_back(
            half ? half_of_memory[channels == first ? 0 : 1]
                 : "DRAM bytes are a lower bound: not all of the memory's channels were counted");
        bytes.at_least = true;
    }
}

}  // namespace

Point PointMaker::point_of(const Block& block) const {
    Point point{.name = block.region.empty() ? "whole program" : block.region,
                .granularity = Granularity::region,
                .calls = block.calls.value_or(1),
                .seconds = block.seconds};
    if (block.is_gpu())
        point.device = Label(block.columns[0]);
    else if (!block.columns.empty())
        point.threads = static_cast<int>(block.columns.size());
    std::vector<EventAmount> amounts(sums_.size());
    std::vector<std::size_t> spoilt;
    bool partly = false;
    const std::vector<bool> uncore = uncore_columns(block);
    for (const Row& row : block.events)
        if (const auto place = sums_.find(row.name)) {
            const bool lost = !block.is_gpu() && !is_of_core(row) && is_lost(row, uncore);
            if (!add_event(row, amounts[*place], lost) || lost)
                spoilt.push_back(*place);
            else if (is_of_core(row) && std::ranges::any_of(row.values, [](const auto& v) { return !v; }))
                partly = amounts[*place].partly = true;
        }
    if (partly)
        point.notes.emplace_back("an event was not counted on all of the threads: its sum is a lower bound");
    bool channel_lost = false;
    for (const std::size_t place : spoilt) {
        EventAmount& amount = amounts[place];
        if (amount.state == EventAmount::State::counted)
            amount.partly = channel_lost = true;
        else
            amount.state = EventAmount::State::missing;
    }
    if (channel_lost)
        point.notes.emplace_back("a channel of memory was not counted: the sum of all is a lower bound");
    for (const Row& row : block.metrics)
        if (const auto place = sums_.find(bare(row.name))) add_metric(row, block, amounts[*place]);
    sums_.add_to(point, amounts, fp16_);
    tell_channels(block, point);
    if (const auto clock = clock_of(block)) {
        Details details;
        details.clock_hz = clock;
        point.details = std::make_shared<const Details>(std::move(details));
    }
    return point;
}

Point PointMaker::joined(const std::vector<const Block*>& blocks) const {
    std::vector<RunPart> parts;
    parts.reserve(blocks.size());
    for (const Block* block : blocks)
        parts.push_back({.point = point_of(*block),
                         .source = block->group.empty() ? "a group" : "group " + block->group});
    const bool in_turns = std::any_of(blocks.begin(), blocks.end(), [&](const Block* block) {
        return block->group_number != blocks[0]->group_number;
    });
    return in_turns ? join_turns(std::move(parts)) : join_runs(std::move(parts));
}

void PointMaker::make(const Tables& tables, Profile& profile) const {
    struct Entry {
        std::vector<const Block*> blocks{};
    };
    std::vector<Entry> entries;
    // By region and device; and for each group how many entries of that region have it already.
    std::map<std::pair<std::string, bool>, std::vector<std::size_t>> by_region;
    std::map<std::tuple<std::string, bool, std::string>, std::size_t> runs;
    for (const Block& block : tables.blocks) {
        ++profile.records;
        if (!block.fault.empty()) {
            profile.rejected.push_back(rejected(block, profile.source));
            continue;
        }
        auto& of_region = by_region[{block.region, block.is_gpu()}];
        const std::size_t run = runs[{block.region, block.is_gpu(), block.group}]++;
        if (run == of_region.size()) {
            of_region.push_back(entries.size());
            entries.emplace_back();
        }
        entries[of_region[run]].blocks.push_back(&block);
    }
    for (const Entry& entry : entries) profile.points.push_back(joined(entry.blocks));
    if (tables.ends_in_number)
        profile.notes.push_back({.severity = Severity::warning,
                                 .code = "truncated",
                                 .text = "The file ends without a line end, in a count: it may be cut short",
                                 .remedy = "copy it again"});
}

Rejected rejected(const Block& block, const std::string& source) {
    return {.record = fmt::format("{}, line {}", source, block.line),
            .name = block.region.empty() ? block.group : block.region,
            .reason = block.fault};
}

}  // namespace mansard::analyzer::likwid
