// What an analysis used on its way: roofs, and assumptions where a profile leaves something open.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.hpp"
#include "ceilings/model.hpp"

namespace mansard::analyzer {

class Usage {
  public:
    /// The entry of `roof`, which was used at `rate`; it counts one more point. Valid as long as this is.
    UsedRoof& record(const ceilings::Mix& roof, double rate);
    /// The roof's id, shared by all who ask for it.
    const Label& id_of(const ceilings::Roof& roof);
    /// Says that what follows is of another point.
    void start_point() { ++current_point_; }
    /// `text` holds for the current point, too. `code` must be of static storage.
    void assume(std::string_view code, std::string_view text, std::string_view remedy);

    /// Compute first, then from the core outwards.
    std::vector<UsedRoof> roofs() const;
    /// Each assumption once, with the number of points: "threads are unknown: … (3 points)".
    std::vector<Note> notes() const;

  private:
    struct Assumption {
        std::string text, remedy;
        std::size_t points = 0;
        std::size_t last_point = 0;
    };
    std::size_t current_point_ = 0;
    std::map<std::pair<const ceilings::Line*, const ceilings::Line*>, UsedRoof> used_{};
    std::map<const ceilings::Roof*, Label> ids_{};
    std::map<std::string_view, Assumption> assumptions_{};
};

}  // namespace mansard::analyzer
