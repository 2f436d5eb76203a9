// A tiled matrix product C = A × B: while a tile of C stays near, tiles of A and B pass by.
//
// With V = m·n·k multiply-adds and tiles of M × N × K, every element of a tile of A is used for N of them and
// every element of B for M, so V ÷ N + V ÷ M elements of A and B come from farther out than the level that
// holds the tiles, and C is read and written once (the classic count for an output-stationary order; K only
// decides whether the tiles fit).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/compare/predict.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view arguments_taken[] = {"m", "n", "k"};

/// The level that serves what the tiles' home does not hold: the innermost one of the pair whose next level
/// inwards is large enough. Without known sizes, the outermost.
const LevelDelta* served_by(const Pair& pair, double tiles_bytes, const Analysis& analysis) {
    if (pair.levels.empty()) return nullptr;
    if (!analysis.ceilings) return &pair.levels.back();
    std::optional<Level> home;
    for (const ceilings::LevelSize& size : analysis.ceilings->levels) {
        const double bytes = size.detected_bytes.value_or(size.claimed_bytes.value_or(0));
        if (bytes >= tiles_bytes && (!home || size.level < *home)) home = size.level;
    }
    for (const LevelDelta& level : pair.levels)
        if (home && level.level > *home && level.level <= Level::DRAM) return &level;
    return home ? nullptr : &pair.levels.back();
}

std::vector<Predicted> predict(const PredictionArguments& arguments, const Pair& pair, const PlacedPoint&,
                               const Comparison& comparison, std::string& why_not) {
    const auto size = size_of(arguments.dtype.value_or(Dtype::f64));
    if (!size || !pair.flops.after || *pair.flops.after <= 0 || pair.flops_at_least.after)
        return why_not = "its FLOPs are not known", std::vector<Predicted>();
    const double products = *pair.flops.after / 2;
    const double edge = std::cbrt(products);
    const bool given = arguments.named.contains("m") && arguments.named.contains("n");
    const double m = arguments.number("m", edge), n = arguments.number("n", edge);
    const double results = m * n;
    // A tile is no larger than the matrix that it is cut from.
    const double m_tile = std::min(arguments.sizes[0], m), n_tile = std::min(arguments.sizes[1], n);
    const double k_tile = std::min(arguments.sizes[2], products / results);
    const double tiles = *size * (m_tile * k_tile + k_tile * n_tile + m_tile * n_tile);
    const LevelDelta* level = served_by(pair, tiles, comparison.after);
    if (level == nullptr)
        return why_not = fmt::format("tiles of {} fit into its outermost level", binary_size(tiles)),
               std::vector<Predicted>();
    const double elements = products / n_tile + products / m_tile + 2 * results;
    return {{.quantity = fmt::format("{} bytes", name_of(level->level)),
             .unit = "B",
             .predicted = elements * *size,
             .measured = level->bytes.after,
             .how = fmt::format("{} B × ({} ÷ {} + {} ÷ {} + 2 × {}{}); tiles of {}{}", plain(*size),
                                si(products, ""), plain(n_tile), si(products, ""), plain(m_tile),
                                si(results, ""), given ? "" : ", square matrices assumed", binary_size(tiles),
                                level->at_least.after ? lower_bound_measured : "")}};
}

}  // namespace

extern constinit const PredictionDesc tile_prediction{
    .name = "tile",
    .summary = "tile=MxNxK,DTYPE[,m=…,n=…]: bytes of a tiled matrix product",
    .arguments = arguments_taken,
    .fewest_sizes = 3,
    .most_sizes = 3,
    .predict = predict};

}  // namespace mansard::analyzer
