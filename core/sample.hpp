// Samples: every raw trial of a measurement, kept so that a better estimator never needs a new one.
//
//   Samples ─ Series (one kernel variant at one geometry) ─ Block (≥ 10 trials between two clock readings)
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/json_fwd.hpp"
#include "core/machine.hpp"
#include "core/note.hpp"
#include "core/target.hpp"
#include "core/work.hpp"

namespace mansard {

/// Why a block was measured: the working-set sweep, the search among variants, or the final rounds. Only the
/// final rounds make a roof: the best block of a search is a lucky one.
enum class Phase : std::uint8_t { sweep, search, final };
template <>
struct Names<Phase> {
    static constexpr NameTable<Phase, 3> table{
        {{Phase::sweep, "sweep"}, {Phase::search, "search"}, {Phase::final, "final"}}};
};

struct Block {
    Phase phase = Phase::final;
    int round = 0;
    double at_s = 0;                ///< since the start of the measurement
    double elements = 0;            ///< per trial, all threads together
    std::vector<double> seconds{};  ///< one per trial: from the first thread's start to the last one's end
    /// One per trial: how much of its time in s a thread of it was off its CPU, of the thread that lost most.
    /// Empty where the device cannot tell.
    std::vector<double> waits{};
    std::optional<double> clock_hz_before{}, clock_hz_after{};
    double steal_s = 0;
    double throttled_s = 0;
    long involuntary_switches = 0;
    double waited_s = 0;  ///< runnable without a CPU, all threads together: another program had it
    std::vector<std::string> faults{};  ///< checks that failed: "checksum", …
    std::optional<GpuState> gpu{};      ///< while its trials ran; the throttle reasons of all of them
    bool repeated = false;  ///< it was not valid and was measured again: kept as evidence, no part of a roof
};

/// Whether the machine was steady during the block: its clock readings differ by less than 3 % and no
/// throttling fell in it.
bool is_steady(const Block& block);

/// Whether throttling fell in it: by a CPU quota, or for a reason that the GPU gives.
bool is_throttled(const Block& block);

/// Whether its threads had their CPUs to themselves in more than half of its trials, so that the median is
/// one of an undisturbed trial. A trial is disturbed if a thread of it waited for 5 % of its time and more.
bool is_left_alone(const Block& block);

/// Steady and left alone: what is neither is measured again.
bool is_valid(const Block& block);

struct Series {
    Target target{};
    std::string kernel{};   ///< "fma_f64_avx2_c12": family, dtype, isa and variant
    std::string variant{};  ///< what distinguishes it from others of the same target: "c12", "s4.huge"
    std::string instruction{};
    Work work{};
    double working_set_bytes = 0;   ///< all threads together
    double huge_page_fraction = 0;  ///< of the working set, as the kernel granted it
    std::vector<Block> blocks{};
    std::string absent_reason{};  ///< why there are no blocks: "this CPU has no avx512"
    std::vector<Note> notes{};
};

/// Whether the series is one of the working-set sweep: its blocks are, or it has none and names no level.
bool is_of_sweep(const Series& series);

/// What a measurement was asked for besides its plan's name: who goes on with it need not repeat it.
struct Request {
    std::string plan_file{};             ///< absolute path, of a plan that is a user's file
    std::vector<std::string> filters{};  ///< key=value; none: the whole plan
    std::optional<double> budget_s{};    ///< in place of the plan's own
};

struct Samples {
    std::string tool_version{}, created{};
    std::string plan{};
    std::optional<Request> request{};  ///< nothing in files of before, and where nobody can go on
    Machine machine{};
    Environment before{}, after{};
    double seconds = 0;     ///< wall time of the measurement
    bool complete = false;  ///< false while measuring, and after an interruption
    int resumed = 0;        ///< how often it went on after an interruption
    std::vector<Series> series{};
    std::vector<Note> notes{};
};

/// The rate of `elements` in `seconds`, computed here and nowhere else: FLOP/s or OP/s for compute, B/s
/// (read + written, architectural) for bandwidth, s per element for latency.
double rate(const Target& target, const Work& work, double elements, double seconds);

/// b_i: the median rate of a block's trials.
double block_rate(const Series& series, const Block& block);

/// Mean of the clock readings of a block in Hz; nothing without one.
std::optional<double> block_clock(const Block& block);

inline constexpr std::string_view samples_schema = "mansard.samples/1";

Json to_json(const Samples& samples);
Samples samples_from_json(const Json& document, const std::string& source);
/// Throws Error{bad_input} for anything but a samples file.
Samples read_samples(const std::filesystem::path& path);

}  // namespace mansard
