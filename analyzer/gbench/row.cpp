#include "analyzer/gbench/row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "analyzer/gbench/take.hpp"
#include "analyzer/numbers.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::gbench {
namespace {

std::string text_of(const Json& row, std::string_view key) {
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? escape_invalid_utf8(found->get<std::string>()) : "";
}

bool is_true(const Json& row, std::string_view key) {
    const auto found = row.find(key);
    return found != row.end() && found->is_boolean() && found->get<bool>();
}

bool ends_with_statistic(std::string_view name) {
    return name.ends_with("_mean") || name.ends_with("_median") || name.ends_with("_stddev") ||
           name.ends_with("_cv");
}

RowKind kind_of(const Json& row, const std::string& name) {
    const std::string aggregate = text_of(row, "aggregate_name");
    if (row.contains("big_o") || row.contains("rms") || aggregate == "BigO" || aggregate == "RMS")
        return RowKind::fit;
    if (text_of(row, "run_type") == "aggregate" || !aggregate.empty()) return RowKind::aggregate;
    // The oldest files tell them by the name only.
    return !row.contains("run_type") && ends_with_statistic(name) ? RowKind::aggregate : RowKind::iteration;
}

/// The number after `mark` in a benchmark's name: "/threads:2".
std::optional<int> number_after(std::string_view name, std::string_view mark) {
    const std::size_t at = name.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    int value = 0;
    const char* from = name.data() + at + mark.size();
    const auto [end, error] = std::from_chars(from, name.data() + name.size(), value);
    return error == std::errc() && value > 0 ? std::optional(value) : std::nullopt;
}

/// A member that must be a good number where it is there; what is wrong goes to `fault`.
std::optional<double> number_of(const Json& row, std::string_view key, std::string& fault) {
    const auto found = row.find(key);
    if (found == row.end() || found->is_null()) return std::nullopt;
    const ReadNumber number = read_number(*found);
    if (number.fault == nullptr) return number.value;
    if (fault.empty())
        fault = fault_text(key,
                           found->is_string()   ? found->get<std::string>()
                           : found->is_number() ? found->dump()
                                                : std::string(found->type_name()),
                           number.fault);
    return std::nullopt;
}

std::optional<double> unit_seconds(const std::string& unit) {
    if (unit == "ns" || unit.empty()) return 1e-9;
    if (unit == "us") return 1e-6;
    if (unit == "ms") return 1e-3;
    if (unit == "s") return 1;
    return std::nullopt;
}

}  // namespace

Semantics semantics_of(const Json& context) {
    const std::string version = text_of(context, "library_version");
    const std::size_t digit = version.find_first_of("0123456789");
    if (digit == std::string::npos) return {};
    int major = 0, minor = 0;
    const char* end = version.data() + version.size();
    const auto first = std::from_chars(version.data() + digit, end, major);
    if (first.ptr != end && *first.ptr == '.') std::from_chars(first.ptr + 1, end, minor);
    return {.per_thread_time = major > 1 || (major == 1 && minor >= 9)};
}

Row read_row(const Json& json, const CounterMap& counters, Semantics semantics) {
    Row row{.name = text_of(json, "name")};
    row.run_name = text_of(json, "run_name");
    if (row.run_name.empty()) row.run_name = row.name;
    row.kind = kind_of(json, row.name);
    row.aggregate = text_of(json, "aggregate_name");
    row.point.name = row.kind == RowKind::aggregate ? row.run_name : row.name;
    if (row.name.empty()) row.fault = "it has no name";
    if (is_true(json, "error_occurred"))
        row.fault = "the benchmark failed: " + text_of(json, "error_message");
    if (is_true(json, "skipped")) row.fault = "the benchmark was skipped: " + text_of(json, "skip_message");
    if (!row.fault.empty() || row.kind == RowKind::fit) return row;

    const auto repetitions = number_of(json, "repetitions", row.fault);
    row.repetitions = static_cast<int>(std::clamp(repetitions.value_or(1), 1.0, 1e9));
    const auto threads_member = number_of(json, "threads", row.fault);
    const int threads = threads_member ? static_cast<int>(std::clamp(*threads_member, 1.0, 1e6))
                                       : number_after(row.run_name, "/threads:").value_or(1);
    row.point.threads = threads;
    const auto real = number_of(json, "real_time", row.fault), cpu = number_of(json, "cpu_time", row.fault);
    const auto iterations = number_of(json, "iterations", row.fault);
    const auto unit = unit_seconds(text_of(json, "time_unit"));
    if (!unit && row.fault.empty())
        row.fault = fault_text("time_unit", text_of(json, "time_unit"), "is none of ns, us, ms, s");
    // Of an aggregate, the iterations are repetitions; it speaks of one iteration.
    const double total = row.kind == RowKind::aggregate ? 1 : iterations.value_or(1);
    if (total <= 0 && row.fault.empty()) row.fault = "it ran for 0 iterations";
    if (!row.fault.empty()) return row;

    const bool manual = row.run_name.find("/manual_time") != std::string::npos;
    const bool process = row.run_name.find("/process_time") != std::string::npos;
    const bool by_real = manual || row.run_name.find("/real_time") != std::string::npos;
    row.real_time = by_real || process;
    const double all = total * *unit;
    const auto times = [](std::optional<double> value, double factor) {
        return value ? std::optional(*value * factor) : std::nullopt;
    };
    const auto wall = times(real, semantics.per_thread_time ? all / threads : all);
    // CPU time is the threads' sum; side by side they take a thread's share of it.
    const auto cpu_seconds = times(cpu, all / threads);
    row.point.seconds = row.real_time ? wall : cpu_seconds;
    const auto cpu_of_rates = times(cpu, semantics.per_thread_time ? all / threads : all);
    if (!manual && wall && cpu_seconds) row.wall = wall, row.cpu = cpu_seconds;
    // Every thread counts its own iterations, and a plain counter is the sum over threads.
    const double calls = row.kind == RowKind::aggregate ? 1 : total / threads;
    row.point.calls = std::max(calls, 1.0);
    const Scale scale{.per_iteration = total / threads, .rate_seconds = by_real ? wall : cpu_of_rates};
    take_counters(json, counters, scale, threads, row);
    return row;
}

}  // namespace mansard::analyzer::gbench
