#include "kernels/measure/company.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/quantity.hpp"
#include "kernels/measure/round.hpp"
#include "kernels/system/cpu_list.hpp"

namespace mansard::kernels {
namespace {

// In CPUs, over the whole run. A machine at rest spends 0.01 to 0.05 on daemons and its kernel; what runs for
// less than a quarter of the time does not reach into the upper quartile of the blocks.
constexpr double busy_cpus = 0.25;
// Many cores have more daemons, and each of them a smaller part of what all share.
constexpr double busy_share = 0.02;
// One core's roofs lie in a part of the run: a sibling that is busy in a tenth of it may have met them.
constexpr double busy_sibling = 0.1;

std::vector<int> siblings_of(int cpu, const std::filesystem::path& root) {
    std::ifstream stream(root /
                         fmt::format("sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu));
    std::string list;
    std::getline(stream, list);
    std::vector<int> siblings = parse_cpu_list(list);
    std::erase(siblings, cpu);
    return siblings;
}

double own_seconds() {
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Adds `note`, or takes an earlier one of its code away that no longer holds; what another process has seen
/// before the measurement was resumed stays.
void set_or_clear(bool much, Note note, Samples& samples) {
    if (much)
        set_note(samples, std::move(note));
    else if (samples.resumed == 0)
        std::erase_if(samples.notes, [&](const Note& other) { return other.code == note.code; });
}

}  // namespace

OtherTime read_other_time(std::span<const int> cpus, const std::filesystem::path& root) {
    const std::vector<int> siblings = cpus.empty() ? std::vector<int>() : siblings_of(cpus.front(), root);
    const double tick = 1 / static_cast<double>(::sysconf(_SC_CLK_TCK));
    OtherTime time;
    std::ifstream stream(root / "proc/stat");
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with("cpu") || line.starts_with("cpu ")) continue;
        std::istringstream fields(line.substr(3));
        int cpu = 0;
        std::array<double, 7> field{};
        std::size_t read = 0;
        fields >> cpu;
        while (read < field.size() && fields >> field[read]) ++read;
        if (read < field.size()) continue;
        // User, nice, system, interrupts; 4 and 5 are idle (proc(5)).
        const double busy = tick * (field[0] + field[1] + field[2] + field[5] + field[6]);
        time.all_s = time.all_s.value_or(0) + busy;
        if (std::find(siblings.begin(), siblings.end(), cpu) != siblings.end())
            time.siblings_s = time.siblings_s.value_or(0) + busy;
    }
    if (time.all_s) *time.all_s -= own_seconds();
    return time;
}

Company company_between(const OtherTime& before, const OtherTime& after, double seconds) {
    const auto cpus = [seconds](const auto& earlier, const auto& later) -> std::optional<double> {
        if (!earlier || !later || seconds <= 0) return std::nullopt;
        return std::max(0.0, *later - *earlier) / seconds;
    };
    return {.cpus = cpus(before.all_s, after.all_s),
            .sibling_cpus = cpus(before.siblings_s, after.siblings_s)};
}

void note_company(const Company& company, Samples& samples) {
    const double much = std::max(busy_cpus, busy_share * samples.machine.cores_online);
    if (company.cpus)
        set_or_clear(
            *company.cpus > much,
            {.severity = Severity::warning,
             .code = "busy_elsewhere",
             .text = fmt::format("other programs had {} CPUs while this one measured, and so a part of "
                                 "the caches and the memory that all share",
                                 plain(*company.cpus, 2)),
             .remedy = "stop other programs (see top), and calibrate again"},
            samples);
    if (company.sibling_cpus)
        set_or_clear(
            *company.sibling_cpus > busy_sibling,
            {.severity = Severity::warning,
             .code = "busy_sibling",
             .text = fmt::format("another program worked on the other hardware thread of the measured "
                                 "core for {} % of the time, and so had a part of its units",
                                 plain(100 * std::min(1.0, *company.sibling_cpus), 2)),
             .remedy = "keep other programs off the siblings of the measured CPUs (taskset, cpuset)"},
            samples);
}

}  // namespace mansard::kernels
