#include "kernels/system/environment.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace mansard::kernels {
namespace {

/// Seconds stolen by the hypervisor since boot: field 8 of the cpuN lines of /proc/stat (proc(5)).
std::optional<double> steal_seconds(std::span<const int> cpus, const std::filesystem::path& root) {
    std::ifstream stream(root / "proc/stat");
    double ticks = 0;
    bool found = false;
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with("cpu") || line.starts_with("cpu ")) continue;
        std::istringstream fields(line.substr(3));
        int cpu = 0;
        double value = 0;
        fields >> cpu;
        if (std::find(cpus.begin(), cpus.end(), cpu) == cpus.end()) continue;
        for (int field = 1; field <= 8 && fields >> value; ++field)
            if (field == 8) ticks += value, found = true;
    }
    if (!found) return std::nullopt;
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// Seconds that this process's threads waited for a CPU, by the scheduler's own count: the second number of
/// each thread's schedstat, in ns (Documentation/scheduler/sched-stats.rst).
std::optional<double> waited_seconds(const std::filesystem::path& root) {
    std::error_code unreadable;
    double waited = 0;
    bool found = false;
    for (const auto& thread : std::filesystem::directory_iterator(root / "proc/self/task", unreadable)) {
        std::ifstream stream(thread.path() / "schedstat");
        double ran_ns = 0, waited_ns = 0;
        if (stream >> ran_ns >> waited_ns) waited += waited_ns * 1e-9, found = true;
    }
    return found ? std::optional(waited) : std::nullopt;
}

/// The system's answer to a request for huge pages, and what this process was started with.
std::string huge_pages(const std::filesystem::path& root) {
    if (::prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) == 1) return "off for this process";
    std::ifstream stream(root / "sys/kernel/mm/transparent_hugepage/enabled");
    // "always [madvise] never"
    for (std::string word; stream >> word;)
        if (word.size() > 2 && word.front() == '[') return word.substr(1, word.size() - 2);
    return {};
}

}  // namespace

Environment read_environment(std::span<const int> cpus, const Cgroup& cgroup,
                             const std::filesystem::path& root) {
    Environment environment;
    std::ifstream load(root / "proc/loadavg");
    if (double value = 0; load >> value) environment.load_1min = value;
    if (!cpus.empty()) {
        std::ifstream governor(root /
                               fmt::format("sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", cpus[0]));
        governor >> environment.governor;
    }
    environment.steal_s = steal_seconds(cpus, root);
    if (const auto throttling = cgroup.throttling()) {
        environment.throttled_s = throttling->seconds;
        environment.throttled_periods = throttling->periods;
    }
    environment.waited_s = waited_seconds(root);
    environment.huge_pages = huge_pages(root);
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) environment.involuntary_switches = usage.ru_nivcsw;
    return environment;
}

}  // namespace mansard::kernels
