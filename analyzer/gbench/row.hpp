// One row of Google Benchmark's JSON, and what it says in seconds, FLOPs and bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/gbench/counters.hpp"
#include "analyzer/point.hpp"
#include "core/json_fwd.hpp"

namespace mansard::analyzer::gbench {

enum class RowKind : std::uint8_t {
    iteration,
    aggregate,  ///< mean, median, stddev, cv, or a user's own statistic
    fit,        ///< BigO, RMS: no measurement at all
};

/// How the library that wrote the file counts the time of a benchmark with several threads.
struct Semantics {
    /// From 1.9.0 on real_time is what one iteration of one thread takes; before, that ÷ threads. Rates by
    /// CPU time are per thread before, and of all threads from then on.
    bool per_thread_time = false;
};
Semantics semantics_of(const Json& context);

struct Row {
    RowKind kind = RowKind::iteration;
    std::string name{}, run_name{};
    std::string aggregate{};  ///< "median"
    int repetitions = 1;
    std::string fault{};     ///< why it is no point: an error, a skip, a value that is none
    Point point{};           ///< of all its iterations
    bool real_time = false;  ///< times are by the wall clock, else CPU time
    /// s, of one of its threads; nothing where the file lacks one, or the program keeps its own time.
    std::optional<double> wall{}, cpu{};
    bool level_assumed = false;         ///< bytes came without a level
    std::vector<std::string> unused{};  ///< counters that mean nothing here
};

/// `where` names the row in errors and rejections.
Row read_row(const Json& json, const CounterMap& counters, Semantics semantics);

}  // namespace mansard::analyzer::gbench
