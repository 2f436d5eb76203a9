// Points of a trace, together and by step.
#pragma once

#include <map>

#include "analyzer/launches.hpp"
#include "analyzer/program.hpp"
#include "analyzer/torch/frames.hpp"

namespace mansard::analyzer::torch {

class Gatherer {
  public:
    Gatherer(const Frames& frames, bool per_launch) : frames_(frames), all_(per_launch) {}

    /// `step` as Frames::step_at gives it.
    void add(Point point, Place step);
    /// Moves everything to `profile`: points and regions, each step as a whole and the average step, and what
    /// ran in each step.
    void finish(Profile& profile);

  private:
    struct OneStep {
        Launches launches{false};
        ProgramSum sum{};
    };

    const Frames& frames_;
    Launches all_;
    std::map<Place, OneStep> steps_{};
    ProgramSum all_steps_{};
};

}  // namespace mansard::analyzer::torch
