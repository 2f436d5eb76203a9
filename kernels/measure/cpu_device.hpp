#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/arenas.hpp"
#include "kernels/measure/device.hpp"
#include "kernels/measure/team.hpp"
#include "kernels/system/cgroup.hpp"

namespace mansard::kernels {

/// This machine's CPUs: a pinned team, an arena per member.
class CpuDevice : public Device {
  public:
    /// `largest_set_bytes` bounds the sets of all experiments, all threads together.
    CpuDevice(Machine machine, Cgroup cgroup, std::size_t largest_set_bytes);

    const Machine& machine() const override { return machine_; }
    std::optional<std::string> load(const Experiment& experiment, double trial_s) override;
    double elements() const override { return elements_; }
    double working_set_bytes() const override;
    double huge_page_fraction() const override;
    double trial() override;
    std::optional<double> trial_waited_s() override {
        return tells_waits_ ? std::optional(last_.waited_s) : std::nullopt;
    }
    std::vector<std::string> verify() override;
    std::optional<double> clock_hz() override;
    Environment environment() override;
    Company company() override;
    double now() override { return monotonic_seconds(); }
    void pause(double seconds) override;

  private:
    /// A trial's passes once they are known; the same for all blocks of an experiment, so that checks agree.
    long passes_for(const Experiment& experiment, double trial_s);
    void set_passes(long passes);
    /// Runs job(index) on the members that work, at once.
    void each(const std::function<void(std::size_t)>& job);
    /// Which members an experiment is for.
    void choose_members(const Target& target);

    Machine machine_;
    Cgroup cgroup_;
    Team team_;
    TeamArenas arenas_;
    std::vector<std::unique_ptr<Arena>>* sets_ = nullptr;  ///< of the current experiment, by member
    std::vector<std::unique_ptr<Arena>> results_;
    std::map<std::string, long> passes_;
    Experiment current_{};
    int members_ = 1;          ///< those that run: the first of the team
    std::size_t first_ = 0;    ///< of them
    std::vector<bool> works_;  ///< by member: of a NUMA experiment only one node's do
    std::vector<Frame> frames_;
    std::vector<double> done_;
    double elements_ = 0;
    Team::Timing last_{};
    bool tells_waits_ = thread_cpu_clock_is_fine();
    OtherTime others_before_ = read_other_time(machine_.cpus_used);
    double made_at_ = monotonic_seconds();
};

}  // namespace mansard::kernels
