#include "kernels/measure/cpu_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "core/quantity.hpp"
#include "kernels/cpu/recurrence.hpp"
#include "kernels/measure/clock.hpp"
#include "kernels/system/environment.hpp"
#include "kernels/system/isa.hpp"

namespace mansard::kernels {
namespace {

constexpr std::size_t result_bytes = 4096;

}  // namespace

CpuDevice::CpuDevice(Machine machine, Cgroup cgroup, std::size_t largest_set_bytes)
    : machine_(std::move(machine)),
      cgroup_(std::move(cgroup)),
      team_(machine_.cpus_used),
      arena_bytes_(largest_set_bytes) {
    const auto members = static_cast<std::size_t>(team_.size());
    for (std::size_t i = 0; i < members; ++i) {
        // Reserved only: member 0 alone can be given the whole set, or all members a share of it.
        arenas_.push_back(std::make_unique<Arena>(arena_bytes_));
        results_.push_back(std::make_unique<Arena>(result_bytes));
    }
    frames_.resize(members);
    done_.resize(members);
}

std::optional<std::string> CpuDevice::load(const Experiment& experiment, double trial_s) {
    const KernelDesc& kernel = *experiment.kernel;
    if (!can_execute(kernel.isa)) return fmt::format("this CPU does not execute {}", name_of(kernel.isa));
    if (experiment.target.threads > team_.size())
        return fmt::format("{} threads are asked for and {} cores are allowed", experiment.target.threads,
                           team_.size());
    const std::size_t bytes = bytes_per_thread(experiment);
    if (kernel.arrays > 0 && bytes == 0)
        return fmt::format("a set of {} is too small for {}",
                           binary_size(static_cast<double>(experiment.set_bytes)), kernel_name(kernel));
    if (bytes > arena_bytes_)
        return fmt::format("the set of {} does not fit into the memory for measuring",
                           binary_size(static_cast<double>(experiment.set_bytes)));
    current_ = experiment;
    members_ = experiment.target.threads;
    team_.run(members_, [&](int member) {
        const auto i = static_cast<std::size_t>(member);
        results_[i]->touch(result_bytes);
        if (bytes > 0) arenas_[i]->touch(bytes);
        frames_[i] = {
            .memory = arenas_[i]->data(), .bytes = bytes, .passes = 1, .result = results_[i]->data()};
        if (kernel.prepare != nullptr) kernel.prepare(frames_[i]);
    });
    set_passes(passes_for(experiment, trial_s));
    trial();  // warm: caches, predictors, page tables
    return std::nullopt;
}

void CpuDevice::set_passes(long passes) {
    for (Frame& frame : frames_) frame.passes = passes;
}

long CpuDevice::passes_for(const Experiment& experiment, double trial_s) {
    const auto [entry, fresh] = passes_.try_emplace(experiment.name(), 1);
    if (!fresh) return entry->second;
    const KernelDesc& kernel = *experiment.kernel;
    // An odd number of passes, so that the XOR of the loads does not cancel itself.
    const auto odd = [](double passes) { return static_cast<long>(passes) | 1; };
    const long most = kernel.measures == Kind::compute ? max_steps / kernel.steps_per_trip : 1L << 40;
    long passes = kernel.measures == Kind::latency ? 1024 : 1;
    for (;;) {
        set_passes(passes);
        trial();
        // The faster of two: a preempted one would make every later trial too short.
        const double seconds = std::min(trial(), trial());
        if (seconds >= trial_s || passes >= most) break;
        const double wanted = static_cast<double>(passes) * (seconds > 0 ? 1.05 * trial_s / seconds : 100);
        passes =
            std::min(most, std::max(odd(std::min(wanted, static_cast<double>(passes) * 100)), passes + 2));
    }
    return entry->second = passes;
}

double CpuDevice::trial() {
    const KernelDesc& kernel = *current_.kernel;
    last_ = team_.time(members_, [&](int member) {
        const auto i = static_cast<std::size_t>(member);
        done_[i] = kernel.run(frames_[i]);
    });
    elements_ = std::accumulate(done_.begin(), done_.begin() + members_, 0.0);
    return last_.seconds;
}

double CpuDevice::working_set_bytes() const {
    return static_cast<double>(frames_[0].bytes) * members_;
}

double CpuDevice::huge_page_fraction() const {
    return frames_[0].bytes == 0 ? 0 : arenas_[0]->huge_page_fraction();
}

std::vector<std::string> CpuDevice::verify() {
    const KernelDesc& kernel = *current_.kernel;
    std::vector<char> right(static_cast<std::size_t>(members_), 1);
    team_.run(members_, [&](int member) {
        const auto i = static_cast<std::size_t>(member);
        right[i] = kernel.check == nullptr || kernel.check(frames_[i]) ? 1 : 0;
    });
    const auto wrong = std::count(right.begin(), right.end(), 0);
    if (wrong == 0) return {};
    return {fmt::format("checksum: {} of {} threads left wrong values", wrong, members_)};
}

std::optional<double> CpuDevice::clock_hz() {
    std::vector<double> clocks(static_cast<std::size_t>(members_));
    team_.run(members_, [&](int member) { clocks[static_cast<std::size_t>(member)] = measure_clock_hz(); });
    return std::accumulate(clocks.begin(), clocks.end(), 0.0) / members_;
}

void CpuDevice::pause(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

Environment CpuDevice::environment() {
    return read_environment(machine_.cpus_used, cgroup_);
}

}  // namespace mansard::kernels
