// What can be measured: a CPU, a GPU, or a scripted fake. The rounds know nothing else of the hardware.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "kernels/measure/company.hpp"
#include "kernels/measure/experiment.hpp"

namespace mansard::kernels {

class Device {
  public:
    virtual ~Device() = default;

    virtual const Machine& machine() const = 0;

    /// Makes `experiment` the current one: memory, contents, and a trial length of at least `trial_s`
    /// seconds. Returns why it cannot be measured, or nothing.
    virtual std::optional<std::string> load(const Experiment& experiment, double trial_s) = 0;
    /// Elements of one trial of the current experiment, all threads together.
    virtual double elements() const = 0;
    /// Bytes of the current experiment's set, all threads together, and the fraction that huge pages back.
    virtual double working_set_bytes() const = 0;
    virtual double huge_page_fraction() const = 0;
    /// Runs one trial; its seconds.
    virtual double trial() = 0;
    /// How long of the last trial a thread of it was off its CPU, in s: of the thread that lost most. Nothing
    /// where the device cannot tell.
    virtual std::optional<double> trial_waited_s() = 0;
    /// Checks that failed on what the last trial left behind.
    virtual std::vector<std::string> verify() = 0;
    /// The clock now in Hz, of the threads that the current experiment uses.
    virtual std::optional<double> clock_hz() = 0;
    virtual Environment environment() = 0;
    /// What other programs have had since the device was made; nothing where it cannot tell.
    virtual Company company() { return {}; }
    /// Seconds on the clock that budgets and times of blocks are told by.
    virtual double now() = 0;
    virtual void pause(double seconds) = 0;
};

}  // namespace mansard::kernels
