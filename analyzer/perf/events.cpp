#include "analyzer/perf/events.hpp"

#include <algorithm>
#include <array>

#include "analyzer/perf/rows.hpp"

namespace mansard::analyzer::perf {
namespace {

/// More names than that no file of perf's has.
constexpr std::size_t most_names = 4096;

/// "uncore_imc_0" → "uncore_imc": instances of a unit are summed.
std::string_view unit_of(std::string_view pmu) {
    const std::size_t last = pmu.find_last_not_of("0123456789");
    return last != std::string_view::npos && last + 1 < pmu.size() && pmu[last] == '_' ? pmu.substr(0, last)
                                                                                       : pmu;
}

bool is_software(std::string_view name) {
    static constexpr std::array<std::string_view, 18> events{
        "alignment-faults", "bpf-output",   "cgroup-switches", "context-switches", "cpu-clock",
        "cpu-migrations",   "cs",           "dummy",           "duration_time",    "emulation-faults",
        "faults",           "major-faults", "migrations",      "minor-faults",     "page-faults",
        "system_time",      "task-clock",   "user_time"};
    return std::find(events.begin(), events.end(), name) != events.end();
}

}  // namespace

EventKey Events::parse(std::string_view event) const {
    EventKey key;
    // "UNC_M_CAS_COUNT.RD [uncore_imc_0]"
    event = trimmed(event.substr(0, event.find(" [")));
    const std::size_t slash = event.find('/');
    std::string_view name = event;
    std::string_view pmu;
    if (slash != std::string_view::npos) {
        pmu = unit_of(event.substr(0, slash));
        name = event.substr(slash + 1);
        name = name.substr(0, name.find('/'));
    } else {
        name = event.substr(0, event.find(':'));
    }
    if (pmu == "cpu_core") key.pmu = Pmu::core;
    if (pmu == "cpu_atom") key.pmu = Pmu::atom;
    key.software = is_software(name);
    key.uncore = pmu.find("unc") != std::string_view::npos || name.starts_with("unc_") ||
                 name.starts_with("UNC_") || name.starts_with("umc_") || pmu.starts_with("amd_") ||
                 name.starts_with("llc_misses.mem_") || name.starts_with("LLC_MISSES.MEM_");
    key.vendor = families_.vendor_of(event);
    if (name == "duration_time") key.clock = Clock::wall;
    if (name == "task-clock" || name == "cpu-clock") key.clock = Clock::task;
    // An uncore event may be known with its unit only: "uncore_imc/cas_count_read".
    key.place = sums_.find(name);
    if (!key.place && !pmu.empty()) key.place = sums_.find(std::string(pmu) + "/" + std::string(name));
    return key;
}

const EventKey& Events::key(std::string_view event) {
    if (const auto found = known_.find(event); found != known_.end()) return found->second;
    EventKey key = parse(event);
    key.lasting = known_.size() < most_names;
    if (key.lasting) return known_.emplace(std::string(event), key).first->second;
    return one_ = key;
}

}  // namespace mansard::analyzer::perf
