#include "kernels/system/cgroup.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace mansard::kernels {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// The first word of a one-line file, empty if there is none.
std::string word_in(const fs::path& file) {
    std::ifstream stream(file);
    std::string word;
    stream >> word;
    return word;
}

std::optional<double> number_in(const fs::path& file) {
    std::ifstream stream(file);
    double number = 0;
    if (stream >> number) return number;
    return std::nullopt;
}

/// The smallest of what `read` finds in the group and every group above it: each of them limits.
template <typename Read>
std::optional<double> tightest(const fs::path& group, const fs::path& top, Read read) {
    std::optional<double> least;
    for (fs::path at = group;; at = at.parent_path()) {
        if (const auto value = read(at); value && (!least || *value < *least)) least = value;
        if (at == top || !at.has_relative_path()) return least;
    }
}

}  // namespace

Cgroup::Cgroup(fs::path root) : root_(std::move(root)), cpu_(find("cpu")), memory_(find("memory")) {}

std::optional<Cgroup::Place> Cgroup::find(const char* controller) const {
    // /proc/self/cgroup: "4:memory:/a/b" (version 1), "0::/a/b" (version 2).
    std::string group_v1, group_v2;
    std::ifstream groups(root_ / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string path = line.substr(second + 1);
        if (controllers.empty())
            group_v2 = path;
        else if (contains(split(controllers, ','), controller))
            group_v1 = path;
    }
    // /proc/self/mountinfo: "36 35 98:0 /root /mount/point rw - cgroup cgroup rw,memory".
    std::ifstream mounts(root_ / "proc/self/mountinfo");
    std::optional<Place> unified;
    for (std::string line; std::getline(mounts, line);) {
        const std::size_t dash = line.find(" - ");
        if (dash == std::string::npos) continue;
        const auto left = split(line.substr(0, dash), ' ');
        const auto right = split(line.substr(dash + 3), ' ');
        if (left.size() < 5 || right.size() < 3) continue;
        const bool v1 =
            right[0] == "cgroup" && contains(split(right[2], ','), controller) && !group_v1.empty();
        const bool v2 = right[0] == "cgroup2" && !group_v2.empty();
        if (!v1 && !v2) continue;
        // Inside a container the hierarchy may be mounted from the container's own group downwards.
        std::string path = v1 ? group_v1 : group_v2;
        const std::string& mount_root = left[3];
        if (mount_root != "/" && path.starts_with(mount_root)) path = path.substr(mount_root.size());
        const fs::path top = root_ / fs::path(left[4]).relative_path();
        const fs::path below = fs::path(path).relative_path();
        fs::path group = top / below;
        // Not "top/", whose parent is the top once more.
        if (below.empty() || !fs::exists(group)) group = top;
        if (v1) return Place{group, top, false};
        unified = Place{group, top, true};
    }
    // A hybrid system mounts an empty version 2 hierarchy beside version 1's controllers.
    if (unified && group_v1.empty()) return unified;
    return std::nullopt;
}

std::optional<double> Cgroup::quota_cpus() const {
    if (!cpu_) return std::nullopt;
    return tightest(cpu_->group, cpu_->top, [this](const fs::path& at) -> std::optional<double> {
        if (cpu_->unified) {
            std::ifstream stream(at / "cpu.max");
            std::string quota;
            double period = 0;
            if (!(stream >> quota >> period) || quota == "max" || period <= 0) return std::nullopt;
            return std::strtod(quota.c_str(), nullptr) / period;
        }
        const auto quota = number_in(at / "cpu.cfs_quota_us");
        const auto period = number_in(at / "cpu.cfs_period_us");
        if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
        return *quota / *period;
    });
}

std::optional<Throttling> Cgroup::throttling() const {
    if (!cpu_) return std::nullopt;
    Throttling throttling;
    bool found = false;
    // Each group counts what its own quota stopped: one of a group above stops this one too.
    for (fs::path at = cpu_->group;; at = at.parent_path()) {
        std::ifstream stream(at / "cpu.stat");
        std::string key;
        for (double value = 0; stream >> key >> value;) {
            if (key == "nr_throttled") throttling.periods += static_cast<long>(value), found = true;
            if (key == "throttled_time") throttling.seconds += value * 1e-9, found = true;
            if (key == "throttled_usec") throttling.seconds += value * 1e-6, found = true;
        }
        if (at == cpu_->top || !at.has_relative_path()) break;
    }
    return found ? std::optional(throttling) : std::nullopt;
}

std::optional<double> Cgroup::memory_limit() const {
    if (!memory_) return std::nullopt;
    return tightest(memory_->group, memory_->top, [this](const fs::path& at) -> std::optional<double> {
        const fs::path file = at / (memory_->unified ? "memory.max" : "memory.limit_in_bytes");
        if (word_in(file) == "max") return std::nullopt;
        const auto limit = number_in(file);
        // Version 1 writes "unlimited" as the largest multiple of a page below 2^63.
        return limit && *limit > 0 && *limit < 0x1p62 ? limit : std::nullopt;
    });
}

}  // namespace mansard::kernels
