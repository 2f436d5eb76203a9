#include "kernels/system/caches.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string>

#include "core/error.hpp"
#include "kernels/system/cpu_list.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace mansard::kernels {
namespace {

constexpr double kibibyte = 1024;
constexpr double mebibyte = 1024 * kibibyte;

/// More than the largest cache of any core so far (L1 320 KiB, L2 36 MiB, L3 1.1 GiB a socket) by a factor of
/// three and more.
double largest(Level level) {
    if (level == Level::L1) return mebibyte;
    return level == Level::L2 ? 128 * mebibyte : 4096 * mebibyte;
}

std::optional<Level> level_of(int number) {
    switch (number) {
        case 1:
            return Level::L1;
        case 2:
            return Level::L2;
        case 3:
            return Level::L3;
        default:
            return std::nullopt;
    }
}

std::string first_line(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

}  // namespace

std::optional<double> cache_bytes(std::string_view written) {
    double number = 0;
    const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), number);
    if (error != std::errc()) return std::nullopt;
    const std::string_view unit(end, static_cast<std::size_t>(written.data() + written.size() - end));
    if (unit.empty()) return number;
    if (unit == "K") return number * kibibyte;
    if (unit == "M") return number * mebibyte;
    return std::nullopt;
}

void claim_cache(Machine& machine, CacheClaim claim, std::string_view written) {
    if (claim.bytes >= kibibyte && claim.bytes <= largest(claim.level))
        machine.caches.push_back(std::move(claim));
    else
        machine.refused_caches.push_back(
            {.level = claim.level, .claim = printable(written, 40), .source = std::move(claim.source)});
}

void claim_caches_by_sysfs(Machine& machine, int cpu, const std::filesystem::path& root) {
    const auto folder = root / fmt::format("sys/devices/system/cpu/cpu{}/cache", cpu);
    for (int index = 0;; ++index) {
        const auto cache = folder / fmt::format("index{}", index);
        if (!std::filesystem::exists(cache / "level")) return;
        const auto level = level_of(std::atoi(first_line(cache / "level").c_str()));
        const std::string type = first_line(cache / "type");
        if (!level || (type != "Data" && type != "Unified")) continue;
        const std::string written = first_line(cache / "size");
        claim_cache(machine,
                    {.level = *level,
                     .bytes = cache_bytes(written).value_or(0),
                     .shared_by = std::max(1, count_cpus(first_line(cache / "shared_cpu_list"))),
                     .source = "sysfs"},
                    written);
    }
}

void claim_caches_by_cpuid(Machine& machine) {
#if defined(__x86_64__)
    // Both vendors describe a cache by the same fields (Intel 325462, CPUID leaf 4; AMD 24594, 8000_001D).
    const bool amd = machine.cpu_vendor == "AuthenticAMD" || machine.cpu_vendor == "HygonGenuine";
    const unsigned leaf = amd ? 0x8000001DU : 4U;
    for (unsigned index = 0; index < 8; ++index) {
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (__get_cpuid_count(leaf, index, &a, &b, &c, &d) == 0) return;
        constexpr unsigned none = 0, instructions = 2;
        const unsigned type = a & 0x1F;
        if (type == none) return;
        const auto level = level_of(static_cast<int>(a >> 5 & 0x7));
        if (!level || type == instructions) continue;
        const double ways = (b >> 22) + 1.0, partitions = (b >> 12 & 0x3FF) + 1.0, line = (b & 0xFFF) + 1.0;
        const double bytes = ways * partitions * line * (c + 1.0);
        claim_cache(machine,
                    {.level = *level,
                     .bytes = bytes,
                     .shared_by = static_cast<int>((a >> 14 & 0xFFF) + 1),
                     .source = "cpuid"},
                    fmt::format("{:.0f}", bytes));
    }
#else
    (void)machine;
#endif
}

void claim_caches_by_getconf(Machine& machine) {
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    const auto claim = [&machine](Level level, int name) {
        const long bytes = ::sysconf(name);
        // The C library says 0 or −1 for what it does not know: no claim, and none to refuse.
        if (bytes > 0)
            claim_cache(machine, {.level = level, .bytes = static_cast<double>(bytes), .source = "getconf"},
                        std::to_string(bytes));
    };
    claim(Level::L1, _SC_LEVEL1_DCACHE_SIZE);
    claim(Level::L2, _SC_LEVEL2_CACHE_SIZE);
    claim(Level::L3, _SC_LEVEL3_CACHE_SIZE);
#else
    (void)machine;
#endif
}

}  // namespace mansard::kernels
