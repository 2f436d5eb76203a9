// A comparison as its chart receives it: the sample machine's workloads before and after their optimizations.
#pragma once

#include <utility>
#include <vector>

#include "analyzer/compare/compare.hpp"
#include "tests/data/chart/sample_analysis.hpp"

namespace mansard::analyzer::sample {

inline Analysis from(const char* source, std::vector<PlacedPoint> points) {
    Analysis out = analysis_of(std::move(points));
    out.sources = {source};
    out.formats = {"mansard-csv"};
    return out;
}

/// Tiling, blocking, fusion, vectorization, a regression, nothing, and what only one side has.
inline Comparison changed() {
    return compare(from("before.csv", {point("matmul", 1.9, 2.15e9, {17.2e9, 69e9, 60e9, 3.1e9}),
                                       point("stencil", 0.41, 1.07e9, {8.6e9, 5.4e9, 4.3e9, 6.1e9}),
                                       point("scale", 0.3, 0.2e9, {3.2e9, 3.2e9, 3.2e9, 3.2e9}),
                                       point("add", 0.3, 0.2e9, {3.2e9, 3.2e9, 3.2e9, 3.2e9}),
                                       point("horner", 0.4, 9e9, {0.9e9, 0.1e9, 0.1e9, 0.1e9}),
                                       point("sum", 0.2, 0.5e9, {2e9, 2e9, 2e9, 2e9}),
                                       point("reverse", 0.1, 0.2e9, {1e9, 1e9, 1e9, 1e9}),
                                       point("retired", 0.15, 0.4e9, {1e9, 1e9, 1e9, 0.5e9}),
                                       point("copy", 0.12, 0, {0, 0, 0, 2.1e9})}),
                   from("after.csv", {point("matmul", 0.052, 2.15e9, {4.3e9, 0.7e9, 0.27e9, 0.07e9}),
                                      point("stencil", 0.22, 1.07e9, {8.6e9, 3.4e9, 2.9e9, 2.7e9}),
                                      point("scale and add", 0.35, 0.4e9, {4.8e9, 4.8e9, 4.8e9, 4.8e9}),
                                      point("horner", 0.21, 9e9, {0.9e9, 0.1e9, 0.1e9, 0.1e9}),
                                      point("sum", 0.201, 0.5e9, {2e9, 2e9, 2e9, 2e9}),
                                      point("reverse", 0.3, 0.2e9, {1e9, 1e9, 1e9, 3e9}),
                                      point("introduced", 0.05, 0.9e9, {1e9, 0.5e9, 0.5e9, 0.2e9}),
                                      point("copy", 0.11, 0, {0, 0, 0, 2.1e9})}),
                   {.maps = {"scale=scale and add", "add=scale and add"}});
}

/// `count` pairs spread over the chart, all of them faster.
inline Comparison many_pairs(std::size_t count) {
    Analysis before = many(count), after = many(count);
    for (PlacedPoint& placed : after.points) {
        const double seconds = *placed.point.seconds / 2;
        placed.point.seconds = seconds;
        placed.rate = *placed.flops / seconds;
    }
    return compare(std::move(before), std::move(after), {});
}

}  // namespace mansard::analyzer::sample
