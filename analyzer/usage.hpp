// What an analysis used on its way: roofs, and assumptions where a profile leaves something open.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/analysis.hpp"
#include "ceilings/model.hpp"

namespace mansard::analyzer {

class Usage {
  public:
    struct Entry {
        UsedRoof roof{};
        Label id{};  ///< of the ceilings' (nearest) roof, shared by all who copy it
    };
    /// The entry of `roof`, which was used at `rate`; it counts one more point. Valid as long as this is.
    Entry& record(const ceilings::Mix& roof, double rate);
    /// Says that what follows is of another point.
    void start_point() { ++current_point_; }
    /// `text` holds for the current point, too. `code` must be a literal.
    void assume(std::string_view code, std::string_view text, std::string_view remedy);

    /// Compute first, then from the core outwards.
    std::vector<UsedRoof> roofs() const;
    /// Each assumption once, with the number of points: "threads are unknown: … (3 points)".
    std::vector<Note> notes() const;

  private:
    using Lines = std::pair<const ceilings::Line*, const ceilings::Line*>;
    Entry& entry_of(const ceilings::Mix& roof);
    static Entry make_entry(const ceilings::Mix& roof);

    struct Assumption {
        std::string_view code;
        std::string text, remedy;
        std::size_t points = 0;
        std::size_t last_point = 0;
    };
    std::size_t current_point_ = 0;
    std::map<Lines, Entry> used_{};
    /// The last entries found, by a hash of their lines: five look-ups for each of a million points.
    struct Recent {
        Lines lines{};
        Entry* entry = nullptr;
    };
    std::array<Recent, 64> recent_{};
    std::vector<Assumption> assumptions_{};  ///< few
};

}  // namespace mansard::analyzer
