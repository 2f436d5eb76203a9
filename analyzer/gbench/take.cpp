#include "analyzer/gbench/take.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/numbers.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::gbench {
namespace {

/// Members that every row may have; all other numbers are the user's counters.
constexpr std::array<std::string_view, 27> own_members{"name",
                                                       "family_index",
                                                       "per_family_instance_index",
                                                       "run_name",
                                                       "run_type",
                                                       "repetitions",
                                                       "repetition_index",
                                                       "threads",
                                                       "iterations",
                                                       "real_time",
                                                       "cpu_time",
                                                       "time_unit",
                                                       "label",
                                                       "aggregate_name",
                                                       "aggregate_unit",
                                                       "cpu_coefficient",
                                                       "real_coefficient",
                                                       "big_o",
                                                       "rms",
                                                       "error_occurred",
                                                       "error_message",
                                                       "skipped",
                                                       "skip_message",
                                                       "allocs_per_iter",
                                                       "max_bytes_used",
                                                       "total_allocated_bytes",
                                                       "net_heap_growth"};

/// Two ways to count one thing may differ by rounding, not by more.
constexpr double same_count = 0.01;

/// One counter of a row, as a count over all its iterations.
struct Counted {
    const CounterMeaning* meaning = nullptr;
    std::string name{};
    double count = 0;
};

std::vector<Counted> read_counters(const Json& json, const CounterMap& counters, const Scale& scale,
                                   Row& row) {
    std::vector<Counted> found;
    for (const auto& [key, value] : json.items()) {
        if (std::find(own_members.begin(), own_members.end(), key) != own_members.end()) continue;
        if (!value.is_number() && !value.is_string()) continue;
        const CounterMeaning* meaning = counters.find(key);
        const ReadNumber number = read_number(value);
        const bool text = value.is_string();
        // Any counter that is not finite marks the row; only one that is used must not be negative or text.
        if (number.fault != nullptr &&
            (meaning != nullptr || std::string_view(number.fault) == "is not a finite number")) {
            if (row.fault.empty())
                row.fault = fault_text("counter " + escape_invalid_utf8(key),
                                       text ? value.get<std::string>() : value.dump(), number.fault);
            continue;
        }
        if (meaning == nullptr) {
            if (!text) row.unused.push_back(escape_invalid_utf8(key));
            continue;
        }
        const bool rate = meaning->per == Per::second;
        if (rate && !scale.rate_seconds) continue;
        found.push_back({meaning, key,
                         number.value * meaning->scale * (rate ? *scale.rate_seconds : scale.per_iteration)});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Counted& a, const Counted& b) { return a.meaning->rank < b.meaning->rank; });
    return found;
}

bool same_quantity(const CounterMeaning& a, const CounterMeaning& b) {
    if (a.quantity != b.quantity) return false;
    // FLOPs without a type are the same FLOPs that another counter gives with one.
    if (a.quantity == Quantity::flops) return a.dtype == b.dtype || b.dtype == Dtype::unknown;
    return a.level == b.level;
}

/// A second counter for a quantity that is known already: they should agree.
void compare(const Counted& taken, const Counted& other, int threads, Point& point) {
    if (taken.count <= 0 || other.count <= 0) return;
    const double ratio = other.count / taken.count;
    if (std::abs(ratio - 1) <= same_count) return;
    const bool by_threads =
        threads > 1 && other.meaning->per == Per::second && std::abs(ratio / threads - 1) <= same_count;
    point.notes.push_back(
        by_threads
            ? fmt::format(
                  "counter {} is {} × too high: Google Benchmark multiplies an iteration-invariant rate by "
                  "the threads twice; {} is taken",
                  other.name, threads, taken.name)
            : fmt::format("counter {} is {} × what {} says, which is taken", other.name, plain(ratio),
                          taken.name));
}

ByteCount& bytes_at(Point& point, const CounterMeaning& meaning) {
    for (ByteCount& bytes : point.bytes)
        if (bytes.level == meaning.level) return bytes;
    point.bytes.push_back({.level = meaning.level, .basis = meaning.basis, .how = How::modelled});
    return point.bytes.back();
}

}  // namespace

void take_counters(const Json& json, const CounterMap& map, const Scale& scale, int threads, Row& row) {
    const std::vector<Counted> counters = read_counters(json, map, scale, row);
    Point& point = row.point;
    std::vector<const Counted*> taken;
    for (const Counted& counter : counters) {
        const auto same = std::find_if(taken.begin(), taken.end(), [&](const Counted* other) {
            return same_quantity(*other->meaning, *counter.meaning);
        });
        if (same != taken.end()) {
            compare(**same, counter, threads, point);
            continue;
        }
        taken.push_back(&counter);
        const CounterMeaning& meaning = *counter.meaning;
        switch (meaning.quantity) {
            case Quantity::flops:
                point.flops.push_back({.dtype = meaning.dtype, .count = counter.count, .how = How::modelled});
                if (threads > 1 && meaning.per == Per::second)
                    point.notes.push_back(
                        fmt::format("counter {} is {} × too high if it is an iteration-invariant rate (a "
                                    "fault of Google Benchmark); a count per iteration is safe",
                                    counter.name, threads));
                break;
            case Quantity::bytes:
                bytes_at(point, meaning).count = counter.count;
                break;
            case Quantity::bytes_read:
                bytes_at(point, meaning).read = counter.count;
                break;
            case Quantity::bytes_written:
                bytes_at(point, meaning).written = counter.count;
                break;
        }
        row.level_assumed = row.level_assumed || meaning.level_assumed;
    }
    const auto total_given = [&](Level level) {
        return std::any_of(taken.begin(), taken.end(), [level](const Counted* one) {
            return one->meaning->quantity == Quantity::bytes && one->meaning->level == level;
        });
    };
    for (ByteCount& bytes : point.bytes) {
        // A level's total is the sum of its parts; one part alone is all that is known of it.
        if (bytes.count > 0) continue;
        bytes.count = bytes.read.value_or(0) + bytes.written.value_or(0);
        bytes.at_least = bytes.read.has_value() != bytes.written.has_value() && !total_given(bytes.level);
        if (bytes.at_least)
            point.notes.push_back(fmt::format("of {} only the bytes {} are known: the total is at least that",
                                              name_of(bytes.level), bytes.read ? "read" : "written"));
    }
}

}  // namespace mansard::analyzer::gbench
