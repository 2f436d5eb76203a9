#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/fault.hpp"
#include "kernels/cuda/link.hpp"
#include "kernels/cuda/nvml.hpp"
#include "kernels/cuda/session.hpp"
#include "kernels/measure/device.hpp"

namespace mansard::kernels::cuda {

/// One NVIDIA GPU. A trial is one launch that lasts at least as long as it was asked to, between two events;
/// its clock is measured by the kernel itself. What the driver refuses becomes the reason of the experiment;
/// a fault throws away the session, and the next experiment begins a new one.
class CudaDevice : public Device {
  public:
    /// `host` is the machine that the GPU is in. Throws Error{no_device} where no work can be started on it.
    CudaDevice(const Driver& driver, Machine host, Gpu gpu);
    ~CudaDevice() override;

    const Machine& machine() const override { return machine_; }
    std::optional<std::string> load(const Experiment& experiment, double trial_s) override;
    double elements() const override { return elements_; }
    double working_set_bytes() const override { return set_bytes_; }
    double huge_page_fraction() const override { return 0; }
    /// Throws DriverError for a fault of the kernel.
    double trial() override;
    /// Nothing: a launch is timed by the GPU's own events, whatever the thread that waits for it loses.
    std::optional<double> trial_waited_s() override { return std::nullopt; }
    std::vector<std::string> verify() override;
    std::optional<double> clock_hz() override { return clock_hz_; }
    Environment environment() override;
    double now() override;
    void pause(double seconds) override;

    /// The fault after which this process could begin no more work on the GPU: whatever is loaded is refused.
    const std::optional<Fault>& lost_by() const { return lost_by_; }

  private:
    void prepare(const Experiment& experiment);
    void prepare_memory();
    void find_passes(const Experiment& experiment, double trial_s);
    void heat();
    void submit();
    double run_once();
    void read_clock();
    double elements_of_launch() const;
    void begin_session();
    void lose_session(const DriverError& error);

    const Driver& driver_;
    Machine machine_;
    Gpu gpu_;
    Nvml nvml_;
    std::unique_ptr<Session> session_;
    std::map<std::string, std::uint64_t> passes_;

    Experiment current_{};
    Function function_ = nullptr;
    Geometry geometry_{};
    GpuFrame frame_{};
    std::unique_ptr<Link> link_;  ///< where copies are measured
    std::string loaded_{};
    double last_end_s_ = -1e9;
    double set_bytes_ = 0, elements_ = 0;
    std::uint64_t steps_ = 0;         ///< of the chase since its links were made
    std::uint64_t steps_before_ = 0;  ///< without those of the last launch
    std::optional<double> clock_hz_{};
    std::optional<Fault> fault_{}, lost_by_{};
    GpuState state_{};  ///< the last reading, with the reasons of all since environment() was asked
};

}  // namespace mansard::kernels::cuda
