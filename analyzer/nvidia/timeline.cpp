#include "analyzer/nvidia/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::nvidia {
namespace {

struct Direction {
    std::string_view sign, name, category;
    std::optional<Level> level;
};

/// nsys writes "[CUDA memcpy HtoD]" or "[CUDA memcpy Host-to-Device]", by version.
Direction direction_of(std::string_view kind) {
    static constexpr Direction directions[] = {
        {"HtoD", "copies host to device", "in-feed", Level::host_link},
        {"Host-to-Device", "copies host to device", "in-feed", Level::host_link},
        {"HtoA", "copies host to device", "in-feed", Level::host_link},
        {"Host-to-Array", "copies host to device", "in-feed", Level::host_link},
        {"DtoH", "copies device to host", "out-feed", Level::host_link},
        {"Device-to-Host", "copies device to host", "out-feed", Level::host_link},
        {"AtoH", "copies device to host", "out-feed", Level::host_link},
        {"Array-to-Host", "copies device to host", "out-feed", Level::host_link},
        {"PtoP", "copies between devices", "copy", Level::peer_link},
        {"Peer-to-Peer", "copies between devices", "copy", Level::peer_link},
        {"HtoH", "copies on the host", "copy", std::nullopt},
        {"Host-to-Host", "copies on the host", "copy", std::nullopt},
        {"memset", "fills", "fill", std::nullopt},
    };
    for (const Direction& one : directions)
        if (kind.find(one.sign) != std::string_view::npos) return one;
    return {"", "copies within a device", "copy", std::nullopt};
}

}  // namespace

double BusyTime::seconds() {
    double all = 0;
    for (auto& [device, intervals] : intervals_) {
        std::ranges::sort(intervals);
        double end = -std::numeric_limits<double>::infinity();
        for (const auto& [from, to] : intervals) {
            if (to <= end) continue;
            all += to - std::max(from, end);
            end = to;
        }
    }
    return all;
}

double BusyTime::span() const {
    double first = std::numeric_limits<double>::infinity(), last = -first;
    for (const auto& [device, intervals] : intervals_)
        for (const auto& [from, to] : intervals) {
            first = std::min(first, from);
            last = std::max(last, to);
        }
    return last > first ? last - first : 0;
}

void Copies::add(std::string_view kind, double calls, double seconds, std::optional<double> bytes) {
    const Direction direction = direction_of(kind);
    const auto found = sums_.find(direction.name);
    Sum& sum = found != sums_.end() ? found->second : sums_[std::string(direction.name)];
    sum.category = direction.category;
    sum.level = direction.level;
    sum.calls += calls;
    sum.seconds += seconds;
    sum.bytes += bytes.value_or(0);
    sum.sized = sum.sized && bytes;
}

void Copies::finish(Profile& profile) const {
    if (sums_.empty()) return;
    double calls = 0, seconds = 0;
    for (const auto& [name, sum] : sums_) {
        calls += sum.calls;
        seconds += sum.seconds;
        if (!std::isfinite(sum.seconds) || !std::isfinite(sum.bytes)) continue;
        Point point{
            .name = name, .granularity = Granularity::region, .calls = sum.calls, .seconds = sum.seconds};
        point.category = Label(sum.category);
        if (sum.level && sum.sized)
            point.bytes.push_back({.level = *sum.level, .basis = Basis::traffic, .count = sum.bytes});
        profile.program.push_back(std::move(point));
    }
    const std::string length = std::isfinite(seconds) ? si(seconds, "s") : "unknown length";
    profile.notes.push_back(
        {.code = "copies_apart",
         .text = fmt::format("{} beside the kernels: no points, but wholes of the program",
                             calls == 1
                                 ? "1 copy or fill of " + length + " runs"
                                 : fmt::format("{:.0f} copies and fills of {} together run", calls, length)),
         .remedy = ""});
}

std::string_view device_name(std::string_view text) {
    const std::size_t open = text.rfind(" (");
    const bool numbered = open != std::string_view::npos && text.ends_with(')') &&
                          text.find_first_not_of("0123456789", open + 2) == text.size() - 1;
    return numbered ? text.substr(0, open) : text;
}

}  // namespace mansard::analyzer::nvidia
