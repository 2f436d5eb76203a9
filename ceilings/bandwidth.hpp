// The bandwidths of one memory level, by access pattern and between them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

/// Bytes that instructions ask for, or bytes that cross the level's bus (a store also reads its line first).
enum class Convention : std::uint8_t { architectural, bus };

/// One roof, made to hold for the threads of a view.
struct Line {
    const Roof* roof = nullptr;          ///< it came from here
    double factor = 1;                   ///< value ÷ the roof's own value: threads, or bus bytes
    double value = 0;                    ///< FLOP/s or B/s
    std::optional<Interval> interval{};  ///< ci95, or the range of the blocks where they are too few
    std::string name{};                  ///< "L1 load, 2 × 1 core"
    int threads = 1;                     ///< that it holds for
    bool bus = false;                    ///< counts more than architectural bytes: an estimate

    bool suspect() const { return roof->status == Status::suspect; }
    /// The upper end of the interval, the value without one.
    double upper() const { return interval ? std::max(interval->high, value) : value; }
};

/// `factor` times the roof's value and interval, of one thread until told otherwise. The roof has a value.
Line make_line(const Roof& roof, double factor, std::string name);

/// A measured line beats a suspect one, then the higher value does.
bool better(const Line& a, const Line& b);

/// A bandwidth at a read:write mix: one line, or the time per byte interpolated between two.
struct Mix {
    const Line* first = nullptr;  ///< null: there is no such roof
    const Line* second = nullptr;
    double weight = 0;  ///< share of `second` in the time per byte
    double value = 0;   ///< B/s
    std::optional<Interval> interval{};
    bool mix_known = false;  ///< false: the best ordinary pattern stands for an unknown mix
};

/// The part of its bytes that a pattern writes. On the bus an ordinary store reads its line first, so that a
/// copy moves 2 B in for 1 B out, and a store 1 for 1; an update has read its line anyway. Nothing for a
/// pattern that has no bandwidth.
std::optional<double> written_part(Pattern pattern, Convention convention);

/// All bandwidths of one level in one convention.
class Bandwidths {
  public:
    /// Keeps `line` for `pattern` unless a better one is there.
    void add(Pattern pattern, Line line);
    /// To be called after the last add() and before the questions below.
    void index(Convention convention);

    /// `written`: written bytes ÷ all bytes. The best measured pattern of just that mix; between two mixes
    /// the time per byte goes straight from one's best to the other's. Nothing known of the mix, or no
    /// pattern that passed its checks: the best ordinary pattern.
    Mix at(std::optional<double> written) const;
    /// The highest of any pattern, non-temporal ones included; null if there is none.
    const Line* highest() const { return highest_ < 0 ? nullptr : &line(highest_); }

  private:
    const Line& line(int place) const { return lines_[static_cast<std::size_t>(place)].second; }

    std::vector<std::pair<Pattern, Line>> lines_{};
    struct Knot {
        double written = 0;
        int place = 0;  ///< in lines_
    };
    std::vector<Knot> knots_{};  ///< the best of each mix, by what it writes
    int ordinary_ = -1, highest_ = -1;
};

}  // namespace mansard::ceilings
