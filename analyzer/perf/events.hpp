// What a name of perf's means: the event's place among the known ones, and the PMU that it was counted by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "analyzer/metrics/event_sums.hpp"
#include "analyzer/perf/advice.hpp"

namespace mansard::analyzer::perf {

enum class Pmu : std::uint8_t { any, core, atom };
enum class Clock : std::uint8_t {
    none,
    wall,  ///< duration_time, ns
    task,  ///< task-clock, cpu-clock: of all CPUs together
};

struct EventKey {
    std::optional<std::size_t> place{};  ///< in the sums; nothing if no sum has the event
    Pmu pmu = Pmu::any;
    Clock clock = Clock::none;
    bool lasting = false;       ///< it stays where it is as long as the events do
    bool software = false;      ///< the kernel counts it: any machine has it
    bool uncore = false;        ///< units of one kind may go by one name
    std::string_view vendor{};  ///< whose processors alone have it
};

class Events {
  public:
    /// Of "cpu_core/fp_arith_inst_retired.scalar_double/u", "uncore_imc_0/cas_count_read/", "cycles:u".
    /// Valid until the next call.
    const EventKey& key(std::string_view event);
    const metrics::EventSums& sums() const { return sums_; }
    const Families& families() const { return families_; }

  private:
    EventKey parse(std::string_view event) const;

    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    metrics::EventSums sums_{"configs/metrics/perf/"};
    Families families_{};
    std::unordered_map<std::string, EventKey, Hash, std::equal_to<>> known_{};
    EventKey one_{};
};

}  // namespace mansard::analyzer::perf
