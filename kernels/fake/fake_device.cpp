#include "kernels/fake/fake_device.hpp"

namespace mansard::kernels {

std::optional<std::string> FakeDevice::load(const Experiment& experiment, double) {
    if (auto reason = script_.refusal(experiment)) return reason;
    current_ = experiment;
    loads_.push_back(experiment.name());
    now_ += script_.load_s;
    return std::nullopt;
}

double FakeDevice::trial() {
    const int trial = trials_[current_.name()]++;
    const double seconds = script_.seconds(current_, trial, now_);
    waited_s_ = script_.trial_waited_s(current_, trial, now_);
    now_ += seconds;
    return seconds;
}

std::vector<std::string> FakeDevice::verify() {
    verifications_.push_back(current_.name());
    return script_.faults(current_);
}

std::optional<double> FakeDevice::clock_hz() {
    const std::optional<double> clock = script_.clock_hz(current_, now_);
    now_ += script_.clock_read_s;
    return clock;
}

Environment FakeDevice::environment() {
    return {.load_1min = 0.0,
            .throttled_s = script_.throttled_s(now_),
            .throttled_periods = 0,
            .waited_s = script_.waited_s(now_)};
}

void FakeDevice::pause(double seconds) {
    pauses_.push_back(seconds);
    now_ += seconds;
}

}  // namespace mansard::kernels
