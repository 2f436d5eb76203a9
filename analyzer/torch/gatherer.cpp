#include "analyzer/torch/gatherer.hpp"

#include "analyzer/steps.hpp"

namespace mansard::analyzer::torch {

void Gatherer::add(Point point, Place step) {
    if (step != nowhere) {
        OneStep& one = steps_[step];
        one.sum.add(point);
        all_steps_.add(point);
        Point copy = point;
        // Its regions are the whole profile's business.
        if (copy.details && !copy.details->regions.empty()) {
            Details details = *copy.details;
            details.regions.clear();
            copy.details = std::make_shared<const Details>(std::move(details));
        }
        one.launches.add(std::move(copy));
    }
    all_.add(std::move(point));
}

void Gatherer::finish(Profile& profile) {
    all_.finish(profile);
    double seconds = 0;
    for (auto& [place, one] : steps_) {
        const Frames::Step& step = frames_.steps()[static_cast<std::size_t>(place)];
        const double wall = static_cast<double>(step.end - step.start) * 1e-9;
        seconds += wall;
        if (std::optional<Point> whole = one.sum.point(wall)) {
            whole->name = step.name;
            whole->step = step.name;
            profile.steps.push_back(*std::move(whole));
        }
        Profile parts;
        one.launches.finish(parts);
        const Label label(step.name);
        for (Point& point : parts.points) {
            point.step = label;
            profile.step_points.push_back(std::move(point));
        }
    }
    if (steps_.empty()) return;
    if (std::optional<Point> average = average_step(all_steps_, steps_.size(), seconds))
        profile.steps.insert(profile.steps.begin(), *std::move(average));
}

}  // namespace mansard::analyzer::torch
