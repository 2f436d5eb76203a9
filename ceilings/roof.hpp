// A roof: one measured ceiling with its evidence; and the file that holds a machine's roofs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine.hpp"
#include "core/note.hpp"
#include "core/statistics.hpp"
#include "core/target.hpp"

namespace mansard::ceilings {

enum class Status : std::uint8_t {
    measured,
    suspect,   ///< failed a check: kept, shown, never used as a roof silently
    absent,    ///< no value, and a reason
    declared,  ///< from a datasheet
    imported,  ///< from another tool's file
};

struct Limit {
    double value = 0;      ///< in the roof's unit, at the measured clock
    std::string source{};  ///< "amd-zen3.json: 2 × 256-bit FMA per cycle"
};

struct Roof {
    std::string id{};  ///< roof_id(target)
    Target target{};
    std::optional<double> value{};  ///< FLOP/s, OP/s, B/s (architectural bytes) or s; nothing when absent
    std::string unit{};
    std::optional<Interval> ci95{};   ///< of value; nothing with fewer than 13 blocks
    std::optional<Interval> range{};  ///< [min, max] of three blocks and more, where there is no ci95
    std::optional<double> typical{};  ///< median of the blocks
    int samples = 0;                  ///< blocks behind value
    std::optional<Limit> limit{};
    std::optional<double> fraction{};  ///< value ÷ limit
    Status status = Status::absent;
    std::string reason{};  ///< why absent or suspect
    /// contended, throttled, quota, partial, resumed, few_blocks, small_pages
    std::vector<std::string> flags{};
    std::vector<Note> notes{};
    std::string kernel{};
    double working_set_bytes = 0;       ///< all threads together; 0 for compute
    std::optional<double> clock_hz{};   ///< median of the blocks' measured clock
    std::optional<double> per_cycle{};  ///< per core and measured clock cycle: FLOP, B (latency: cycles)
    std::optional<double>
        bus_value{};  ///< bandwidth with write-allocate traffic counted too: an estimate, B/s
};

bool has_flag(const Roof& roof, std::string_view flag);

/// A level as the working-set sweep found it, beside what the system claims.
struct LevelSize {
    Level level = Level::L1;
    std::optional<double> detected_bytes{};  ///< where the plateau ends; nothing if no plateau was found
    std::optional<double> claimed_bytes{};
    std::string claimed_by{};
    bool agrees = false;            ///< within a factor of two
    std::optional<double> bytes{};  ///< what holds: sets are sized by it, and gates judge by it
    bool by_claims = false;         ///< bytes is the claim
    bool certain = true;            ///< false: neither the sweep nor the claims can be relied on
};

struct Ceilings {
    std::string tool_version{}, created{};
    std::string plan{};
    Machine machine{};
    Environment before{}, after{};
    double seconds = 0;  ///< how long the measurement took
    std::vector<LevelSize> levels{};
    std::vector<Roof> roofs{};
    std::vector<Note> notes{};
};

inline constexpr std::string_view ceilings_schema = "mansard.ceilings/1";

Json to_json(const Roof& roof);
Json to_json(const Ceilings& ceilings);
Ceilings ceilings_from_json(const Json& document, const std::string& source);
/// Throws Error{bad_input} for anything but a ceilings file, naming file, place, expectation and remedy.
Ceilings read_ceilings(const std::filesystem::path& path);

}  // namespace mansard::ceilings

namespace mansard {
template <>
struct Names<ceilings::Status> {
    static constexpr NameTable<ceilings::Status, 5> table{{{ceilings::Status::measured, "measured"},
                                                           {ceilings::Status::suspect, "suspect"},
                                                           {ceilings::Status::absent, "absent"},
                                                           {ceilings::Status::declared, "declared"},
                                                           {ceilings::Status::imported, "imported"}}};
};
}  // namespace mansard
