// perf stat's rows, alike for all that it writes: CSV (-x), JSON lines (-j) and text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/importers/importer.hpp"
#include "core/lines.hpp"

namespace mansard::analyzer::perf {

/// One counter's row. Views hold until the next row.
struct Row {
    std::size_t line = 0;
    std::optional<double> interval{};  ///< s since the start, at the end of the interval (-I)
    std::string_view label{};          ///< "CPU0", "S0-D0", "comm-123": of a breakdown
    std::optional<double> value{};     ///< nothing: <not counted>, <not supported>
    std::string_view unit{}, event{}, cgroup{};
    bool mean = false;                ///< of several runs (-r)
    bool unsupported = false;         ///< the processor, or the virtual machine, has no such event
    std::optional<double> run_ns{};   ///< the event was enabled for
    std::optional<double> percent{};  ///< of it that it ran
    std::optional<double> metric{};   ///< what perf derives from it
    std::string_view metric_unit{};   ///< "CPUs utilized"
};

/// What a reader finds, in the order of the file.
class Sink {
  public:
    virtual ~Sink() = default;
    /// Another run begins; `name` is its command, where it is known.
    virtual void run(std::string_view name) = 0;
    virtual void row(const Row& row) = 0;
    /// s from the start to the end of the run.
    virtual void elapsed(double seconds) = 0;
    /// A line that looks like a counter's and is none.
    virtual void reject(std::size_t line, std::string_view name, std::string reason) = 0;
    /// A line of derived metrics only: no counter.
    virtual void metric_line() = 0;
    /// A line in which perf says what went wrong.
    virtual void complaint(std::string_view line) = 0;
};

/// The separator of a row of `perf stat -x`; nothing if the line is none.
std::optional<char> separator_of(std::string_view line);

/// `source` is for messages. Throws Error{bad_input} where decimal commas make fields of a comma-separated
/// file ambiguous.
void read_csv(LineReader& lines, const std::string& source, char separator, Sink& sink);
void read_json(LineReader& lines, Sink& sink);
/// Throws Error{bad_input} where nothing tells the decimal sign, which `decimal` settles.
void read_text(LineReader& lines, const std::string& source, std::optional<DecimalSign> decimal, Sink& sink);

/// Whether perf says in it why there are no counters.
bool is_complaint(std::string_view line);

/// A number with a decimal dot or comma, not negative.
std::optional<double> number(std::string_view text);
/// "CPU0", "S0-D1-C2", "N1", "solver-1234": what rows of a breakdown begin with.
bool is_label(std::string_view word);
bool is_not_counted(std::string_view text);
bool is_unsupported(std::string_view text);
std::string_view trimmed(std::string_view text);

/// Why a row of `perf stat -I --summary` is no point's.
inline constexpr const char* is_summary = "it sums up the intervals, which are points already";

}  // namespace mansard::analyzer::perf
