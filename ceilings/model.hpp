// The model: which roof holds for a number type, a level, a read:write mix and a number of threads. Pure
// look-ups.
//
// A measured roof is used before a suspect one, always. Where nothing else was measured for a quantity, a
// suspect roof is used and carries its status, so that whoever shows it can say so; an absent roof is never
// used.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
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

/// A bandwidth at a read:write mix: one line, or the time per byte interpolated between two.
struct Mix {
    const Line* first = nullptr;  ///< null: there is no such roof
    const Line* second = nullptr;
    double weight = 0;  ///< share of `second` in the time per byte
    double value = 0;   ///< B/s
    std::optional<Interval> interval{};
    bool mix_known = false;  ///< false: the best ordinary pattern stands for an unknown mix
};

/// All roofs for one number of threads.
class View {
  public:
    /// `threads`: how many cores work; nothing is every core of the device. `ceilings` must outlive the view.
    View(const Ceilings& ceilings, std::optional<int> threads);

    std::optional<int> threads() const { return threads_; }

    /// The roof for FLOPs of unknown operation mix: fma, or the best other where no fma was measured; the
    /// best instruction set. `engine` scalar asks for scalar instructions only. Null if there is none.
    const Line* compute(Dtype dtype, Engine engine) const;
    /// The same for one instruction set.
    const Line* compute(Dtype dtype, Isa isa) const;
    /// The roof of just this operation mix.
    const Line* compute(Dtype dtype, Isa isa, Op op) const;
    /// The highest of any operation mix and instruction set; of any number type if `dtype` is unknown.
    const Line* highest_compute(Dtype dtype, Engine engine) const;

    /// `written`: written bytes ÷ all bytes, nothing if it is not known (then: the best ordinary pattern).
    Mix bandwidth(Level level, Convention convention, std::optional<double> written) const;
    /// The highest of any pattern, non-temporal ones included.
    const Line* highest_bandwidth(Level level, Convention convention) const;

    /// Why a look-up found nothing: "the ceilings have no L3 bandwidth for 1 thread", with the roof's own
    /// reason.
    std::string why_no_compute(Dtype dtype) const;
    std::string why_no_bandwidth(Level level) const;

  private:
    void add(const Roof& roof, const std::vector<const Roof*>& family, bool scales);
    std::string why_none(const std::string& what, const std::vector<const Roof*>& family) const;

    const Ceilings& ceilings_;
    std::optional<int> threads_;
    int cores_ = 1;
    static constexpr std::size_t dtypes = Names<Dtype>::table.size(), isas = Names<Isa>::table.size(),
                                 ops = Names<Op>::table.size();
    /// Places in compute_, −1 for none: rules ask for every point and every instruction set.
    std::array<std::array<std::int16_t, isas>, dtypes> by_isa_{};
    std::array<std::array<std::array<std::int16_t, ops>, isas>, dtypes> by_op_{};
    void index();
    const Line* at(std::int16_t place) const {
        return place < 0 ? nullptr : &compute_[static_cast<std::size_t>(place)];
    }

    std::vector<Line> compute_{};
    std::map<std::pair<Level, Convention>, std::map<Pattern, Line>> bandwidth_{};
};

/// Whether each core has a `level` of its own: by the machine's own claims, else L1 and L2.
bool is_private(const Machine& machine, Level level);

}  // namespace mansard::ceilings
