#include "kernels/measure/standing_limits.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <utility>

#include "core/error.hpp"
#include "core/quantity.hpp"
#include "kernels/measure/round.hpp"

namespace mansard::kernels {
namespace {

// Governors round to the steps of the hardware, 100 MHz on most.
constexpr double as_good_as_free = 0.96;

/// kHz in the file, in Hz.
std::optional<double> read_khz(const std::filesystem::path& file) {
    std::ifstream stream(file);
    double value = 0;
    return stream >> value && value > 0 ? std::optional(1e3 * value) : std::nullopt;
}

}  // namespace

std::string read_memory_policy(const std::filesystem::path& root) {
    // The program's own text has no policy of its own, so that its line tells the process's.
    std::ifstream stream(root / "proc/self/numa_maps");
    std::string line, address, policy;
    std::getline(stream, line);
    std::istringstream(line) >> address >> policy;
    return policy == "default" || policy == "local" ? "" : policy;
}

std::optional<ClockLimit> read_clock_limit(std::span<const int> cpus, const std::filesystem::path& root) {
    std::optional<ClockLimit> lowest;
    for (const int cpu : cpus) {
        const auto folder = root / fmt::format("sys/devices/system/cpu/cpu{}/cpufreq", cpu);
        const auto allowed = read_khz(folder / "scaling_max_freq");
        const auto highest = read_khz(folder / "cpuinfo_max_freq");
        if (!allowed || !highest) continue;
        if (!lowest || *allowed * lowest->highest_hz < lowest->allowed_hz * *highest)
            lowest = {.allowed_hz = *allowed, .highest_hz = *highest};
    }
    return lowest;
}

void note_standing_limits(Samples& samples, const std::filesystem::path& root) {
    const auto note = [&](const char* code, std::string text, std::string remedy) {
        set_note(samples, {.severity = Severity::warning,
                           .code = code,
                           .text = std::move(text),
                           .remedy = std::move(remedy)});
    };
    const std::string policy = read_memory_policy(root);
    const std::size_t nodes = samples.machine.nodes.size();
    if (nodes > 1 && !policy.empty())
        note("memory_policy",
             fmt::format("the memory policy \"{}\" puts pages where no thread asked for them: DRAM of all "
                         "cores is that of a part of the {} NUMA nodes, or far away",
                         printable(policy, 60), nodes),
             "start without numactl or a launcher's --membind and --interleave");
    const auto clock = read_clock_limit(samples.machine.cpus_used, root);
    if (clock && clock->allowed_hz < as_good_as_free * clock->highest_hz)
        note("clock_limited",
             fmt::format("the clock is held at {} or below, of {}: roofs are those of that setting, and "
                         "rates per cycle those of the CPU",
                         si(clock->allowed_hz, "Hz"), si(clock->highest_hz, "Hz")),
             fmt::format(
                 "`cpupower frequency-set --max {:.0f}MHz`, as the administrator, if that is not meant",
                 clock->highest_hz / 1e6));
}

}  // namespace mansard::kernels
