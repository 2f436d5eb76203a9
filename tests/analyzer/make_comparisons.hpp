// Points before and after, with round numbers, and what a comparison makes of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/analyze.hpp"
#include "analyzer/compare/compare.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer::testing {

/// One call of 1 s on one thread, 8 GFLOP, 64 GB of L1, 16 GB of L2 and 8 GB of DRAM.
inline Point work(const std::string& name = "k", double seconds = 1, double flops = 8e9) {
    Point point{.name = name, .threads = 1, .seconds = seconds};
    point.flops.push_back({.dtype = Dtype::f64, .count = flops});
    for (const auto& [level, bytes] : {std::pair(Level::L1, 64e9), {Level::L2, 16e9}, {Level::DRAM, 8e9}})
        point.bytes.push_back({.level = level, .basis = Basis::traffic, .count = bytes});
    return point;
}

inline Point with_bytes(Point point, double l1, double l2, double dram) {
    point.bytes[0].count = l1, point.bytes[1].count = l2, point.bytes[2].count = dram;
    return point;
}

inline Point with_calls(Point point, double median, Interval ci95) {
    point.details = std::make_shared<const Details>(
        Details{.call_seconds = CallTimes{ci95.low, median, ci95.high, ci95}});
    return point;
}

inline Analysis analysis_of(std::vector<Point> points, std::optional<ceilings::Ceilings> ceilings,
                            const AnalyzeOptions& options = {}) {
    std::vector<Profile> profiles(1);
    for (Point& point : points) profiles[0].points.push_back(std::move(point));
    profiles[0].source = "p.csv";
    return analyze(std::move(profiles), std::move(ceilings), options);
}

inline Analysis analysis_of(std::vector<Point> points, bool roofs = false) {
    return analysis_of(std::move(points), roofs ? std::optional(four_cores()) : std::nullopt);
}

inline Comparison compared(std::vector<Point> before, std::vector<Point> after, CompareOptions options = {},
                           bool roofs = false) {
    return compare(analysis_of(std::move(before), roofs), analysis_of(std::move(after), roofs), options);
}

inline std::vector<Point> one(Point point) {
    std::vector<Point> points;
    points.push_back(std::move(point));
    return points;
}

inline Pair judged(Point before, Point after, bool roofs = false) {
    std::vector<Point> one, other;
    one.push_back(std::move(before));
    other.push_back(std::move(after));
    return compared(std::move(one), std::move(other), {}, roofs).pairs.at(0);
}

}  // namespace mansard::analyzer::testing
