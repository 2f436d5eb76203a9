#include "kernels/system/facts.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <sstream>

#include "kernels/system/environment.hpp"

namespace mansard::kernels {
namespace fs = std::filesystem;
namespace {

/// The first line of a file without blanks at its end; empty if there is none.
std::string line_in(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    line.erase(line.find_last_not_of(" \t\r") + 1);
    return line;
}

std::optional<long> number_in(const fs::path& file) {
    std::ifstream stream(file);
    long number = 0;
    if (stream >> number) return number;
    return std::nullopt;
}

std::optional<bool> flag_in(const fs::path& file) {
    const auto number = number_in(file);
    return number ? std::optional(*number != 0) : std::nullopt;
}

/// "MemTotal:  8000000 kB" and "Cpus_allowed_list:  0-1": what stands behind the key.
std::string value_in(const fs::path& file, const std::string& key) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(key + ":")) continue;
        const std::size_t value = line.find_first_not_of(" \t", key.size() + 1);
        return value == std::string::npos ? "" : line.substr(value);
    }
    return {};
}

std::optional<double> memory_in(const fs::path& root, const std::string& key) {
    std::istringstream value(value_in(root / "proc/meminfo", key));
    double kibibytes = 0;
    if (value >> kibibytes) return kibibytes * 1024;
    return std::nullopt;
}

/// Field 8 of /proc/stat's first line, of the sum of the first eight (guests' time is in user time already).
std::optional<double> stolen_fraction(const fs::path& root) {
    std::istringstream fields(line_in(root / "proc/stat"));
    std::string name;
    fields >> name;
    double sum = 0, ticks = 0;
    for (int field = 1; field <= 8; ++field) {
        if (!(fields >> ticks)) return std::nullopt;
        sum += ticks;
    }
    if (name != "cpu" || sum <= 0) return std::nullopt;
    return ticks / sum;
}

/// "always [madvise] never": the word in brackets.
std::string chosen_word(const std::string& line) {
    const std::size_t open = line.find('['), close = line.find(']');
    if (open == std::string::npos || close == std::string::npos || close < open) return {};
    return line.substr(open + 1, close - open - 1);
}

/// What the group's cpuset allows: version 1 and version 2 put it in different places.
std::string cpuset(const fs::path& root) {
    const fs::path group = fs::path(line_in(root / "proc/self/cpuset")).relative_path();
    for (const char* place : {"sys/fs/cgroup/cpuset", "sys/fs/cgroup"})
        for (const char* file : {"cpuset.effective_cpus", "cpuset.cpus.effective", "cpuset.cpus"})
            if (std::string list = line_in(root / place / group / file); !list.empty()) return list;
    return {};
}

std::optional<bool> boost(const fs::path& root) {
    const fs::path cpu = root / "sys/devices/system/cpu";
    if (const auto on = flag_in(cpu / "cpufreq/boost")) return on;
    if (const auto off = flag_in(cpu / "intel_pstate/no_turbo")) return !*off;
    return std::nullopt;
}

/// Intel's hybrid CPUs have one counter device for each kind of core; Arm's kernels give each CPU a capacity.
std::vector<CoreClass> core_classes(const fs::path& root) {
    std::vector<CoreClass> classes;
    for (const char* kind : {"cpu_core", "cpu_atom", "cpu_lowpower"})
        if (std::string cpus = line_in(root / "sys/devices" / kind / "cpus"); !cpus.empty())
            classes.push_back({kind, std::move(cpus)});
    if (classes.size() > 1) return classes;
    std::map<long, std::string> by_capacity;
    constexpr int most_cpus = 4096;
    for (int cpu = 0; cpu < most_cpus; ++cpu) {
        const fs::path at = root / fmt::format("sys/devices/system/cpu/cpu{}", cpu);
        std::error_code ignored;
        if (!fs::exists(at, ignored)) break;
        if (const auto capacity = number_in(at / "cpu_capacity")) {
            std::string& cpus = by_capacity[*capacity];
            cpus += fmt::format("{}{}", cpus.empty() ? "" : ",", cpu);
        }
    }
    if (by_capacity.size() < 2) return {};
    classes.clear();
    for (const auto& [capacity, cpus] : by_capacity)
        classes.push_back({fmt::format("capacity {}", capacity), cpus});
    return classes;
}

bool has_core_counters(const fs::path& root) {
    const fs::path devices = root / "sys/bus/event_source/devices";
    std::error_code ignored;
    if (fs::exists(devices / "cpu", ignored) || fs::exists(devices / "cpu_core", ignored)) return true;
    for (const auto& entry : fs::directory_iterator(devices, ignored))
        if (entry.path().filename().string().starts_with("armv8_")) return true;
    return false;
}

}  // namespace

Facts read_facts(const Machine& machine, const Cgroup& cgroup, const fs::path& root) {
    const fs::path cpu = root / "sys/devices/system/cpu";
    return {.machine = machine,
            .environment = read_environment(machine.cpus_used, cgroup, root),
            .cpus_online = line_in(cpu / "online"),
            .cpus_allowed = value_in(root / "proc/self/status", "Cpus_allowed_list"),
            .cpuset = cpuset(root),
            .stolen_fraction = stolen_fraction(root),
            .smt = flag_in(cpu / "smt/active"),
            .boost = boost(root),
            .huge_pages = chosen_word(line_in(root / "sys/kernel/mm/transparent_hugepage/enabled")),
            .memory_total = memory_in(root, "MemTotal"),
            .memory_available = memory_in(root, "MemAvailable"),
            .memory_limit = cgroup.memory_limit(),
            .core_classes = core_classes(root),
            .perf_event_paranoid = number_in(root / "proc/sys/kernel/perf_event_paranoid"),
            .core_counters = has_core_counters(root),
            .clock_source = line_in(root / "sys/devices/system/clocksource/clocksource0/current_clocksource"),
            .kernel = line_in(root / "proc/sys/kernel/osrelease"),
            .nvidia_driver = line_in(root / "proc/driver/nvidia/version")};
}

}  // namespace mansard::kernels
