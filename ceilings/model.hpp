// The model: which roof holds for a number type, a level, a read:write mix and a number of threads. Pure
// look-ups.
//
// A measured roof is used before a suspect one, always. Where nothing else was measured for a quantity, a
// suspect roof is used and carries its status, so that whoever shows it can say so; an absent roof is never
// used.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ceilings/bandwidth.hpp"
#include "ceilings/ridge.hpp"
#include "ceilings/roof.hpp"
#include "ceilings/unknown_cores.hpp"

namespace mansard::ceilings {

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
    Mix bandwidth(Level level, Convention convention, std::optional<double> written) const {
        return at(level, convention).at(written);
    }
    /// The highest of any pattern, non-temporal ones included.
    const Line* highest_bandwidth(Level level, Convention convention) const {
        return at(level, convention).highest();
    }

    const Ridges& ridges() const { return ridges_; }

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
    CoreRoofs uncounted_;
    Ridges ridges_;
    static constexpr std::size_t dtypes = Names<Dtype>::table.size(), isas = Names<Isa>::table.size(),
                                 ops = Names<Op>::table.size(), engines = Names<Engine>::table.size();
    /// Places in compute_, −1 for none: rules ask for every point and every instruction set.
    std::array<std::array<std::int16_t, engines>, dtypes> by_engine_{}, highest_{};
    std::array<std::array<std::int16_t, isas>, dtypes> by_isa_{};
    std::array<std::array<std::array<std::int16_t, ops>, isas>, dtypes> by_op_{};
    void index();
    const Line* at(std::int16_t place) const {
        return place < 0 ? nullptr : &compute_[static_cast<std::size_t>(place)];
    }

    std::vector<Line> compute_{};
    std::array<std::array<Bandwidths, 2>, Names<Level>::table.size()> bandwidth_{};
    const Bandwidths& at(Level level, Convention convention) const {
        return bandwidth_[static_cast<std::size_t>(level)][static_cast<std::size_t>(convention)];
    }
};

/// Whether each core has a `level` of its own: by the machine's own claims, else L1 and L2.
bool is_private(const Machine& machine, Level level);

}  // namespace mansard::ceilings
