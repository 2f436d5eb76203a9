// Which point of after is which of before.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// --map OLD=NEW: what a name of before is called after. Several OLD with one NEW were made one.
struct Renaming {
    std::string before{}, after{};
};

/// Each name may be given whole, or as a part that one point alone has. Throws Error{usage} for a text
/// without "=", and for a name that no point has or several have.
std::vector<Renaming> parse_renamings(std::span<const std::string> texts, const Analysis& before,
                                      const Analysis& after);

struct Match {
    std::vector<const PlacedPoint*> before{};  ///< one, or several that became one
    const PlacedPoint* after = nullptr;
    std::string
        detail{};  ///< what tells it from others of its name, "grid 12,1,1"; empty where the name does
};

struct Matches {
    std::vector<Match> matched{};
    std::vector<const PlacedPoint*> only_before{}, only_after{};
    std::vector<std::string> ambiguous{};  ///< names that several points share and nothing tells apart
};

/// By name; points that share one by grid and block, shapes, threads or step too.
Matches match_points(const Analysis& before, const Analysis& after, std::span<const Renaming> renamings);

/// The name among `candidates` that is most like `name`, if more than `least` (0 … 1) of the two agrees.
const PlacedPoint* most_alike(std::string_view name, std::span<const PlacedPoint* const> candidates,
                              double least);

}  // namespace mansard::analyzer
