// A device without hardware: trials take the seconds that a script says, on a clock of its own. The protocol
// can be tested to its last decision, in no time and on any machine.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/device.hpp"

namespace mansard::kernels {

/// What a fake machine does. `now` is its clock in seconds.
struct FakeScript {
    /// Seconds of a trial; `trial` counts 0, 1, … for each experiment over the device's life.
    std::function<double(const Experiment& experiment, int trial, double now)> seconds =
        [](const Experiment&, int, double) { return 0.002; };
    std::function<std::optional<double>(const Experiment& experiment, double now)> clock_hz =
        [](const Experiment&, double) { return std::optional<double>(3e9); };
    /// Seconds that the control group has been throttled since ever: never falls.
    std::function<double(double now)> throttled_s = [](double) { return 0.0; };
    /// Seconds that the threads have waited for a CPU since ever: never falls.
    std::function<double(double now)> waited_s = [](double) { return 0.0; };
    /// What other programs had on average so far, and what of the huge pages was granted.
    std::function<Company(double now)> company = [](double) {
        return Company{.cpus = 0.0, .sibling_cpus = {}};
    };
    std::function<double(double now)> huge_page_fraction = [](double) { return 0.0; };
    /// How long of a trial a thread was off its CPU; counted like the trials of `seconds`.
    std::function<std::optional<double>(const Experiment& experiment, int trial, double now)> trial_waited_s =
        [](const Experiment&, int, double) { return std::optional<double>(0.0); };
    /// What verify() finds wrong with the current experiment.
    std::function<std::vector<std::string>(const Experiment& experiment)> faults = [](const Experiment&) {
        return std::vector<std::string>();
    };
    /// Why load() refuses an experiment; nothing if it does not.
    std::function<std::optional<std::string>(const Experiment& experiment)> refusal = [](const Experiment&) {
        return std::optional<std::string>();
    };
    double elements = 1e6;    ///< of every trial
    double clock_read_s = 0;  ///< what a clock reading costs
    double load_s = 0;        ///< what loading an experiment costs
};

class FakeDevice : public Device {
  public:
    FakeDevice(Machine machine, FakeScript script)
        : machine_(std::move(machine)), script_(std::move(script)) {}

    const Machine& machine() const override { return machine_; }
    std::optional<std::string> load(const Experiment& experiment, double trial_s) override;
    double elements() const override { return script_.elements; }
    double working_set_bytes() const override { return static_cast<double>(current_.set_bytes); }
    double huge_page_fraction() const override { return script_.huge_page_fraction(now_); }
    double trial() override;
    std::optional<double> trial_waited_s() override { return waited_s_; }
    std::vector<std::string> verify() override;
    std::optional<double> clock_hz() override;
    Environment environment() override;
    Company company() override { return script_.company(now_); }
    double now() override { return now_; }
    void pause(double seconds) override;

    /// What was asked of the device, oldest first: the names of the experiments loaded, when each
    /// verification was made (its experiment's name), and the lengths of the pauses.
    const std::vector<std::string>& loads() const { return loads_; }
    const std::vector<std::string>& verifications() const { return verifications_; }
    const std::vector<double>& pauses() const { return pauses_; }

  private:
    Machine machine_;
    FakeScript script_;
    Experiment current_{};
    double now_ = 0;
    std::optional<double> waited_s_{};
    std::map<std::string, int> trials_;
    std::vector<std::string> loads_, verifications_;
    std::vector<double> pauses_;
};

}  // namespace mansard::kernels
