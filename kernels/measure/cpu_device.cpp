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
      arenas_(static_cast<std::size_t>(team_.size()), largest_set_bytes) {
    const auto members = static_cast<std::size_t>(team_.size());
    for (std::size_t i = 0; i < members; ++i) results_.push_back(std::make_unique<Arena>(result_bytes));
    works_.resize(members);
    works_.front() = true;  // the clock can be read before there is an experiment
    frames_.resize(members);
    done_.resize(members);
}

void CpuDevice::choose_members(const Target& target) {
    const auto node = std::find_if(machine_.nodes.begin(), machine_.nodes.end(),
                                   [&](const NumaNode& one) { return target.cpu_node == one.node; });
    int chosen = 0;
    for (std::size_t i = 0; i < works_.size(); ++i) {
        const bool near =
            node == machine_.nodes.end() ||
            std::find(node->cpus.begin(), node->cpus.end(), machine_.cpus_used[i]) != node->cpus.end();
        works_[i] = near && chosen < target.threads;
        if (works_[i]) ++chosen, members_ = static_cast<int>(i) + 1;
    }
    first_ = static_cast<std::size_t>(std::find(works_.begin(), works_.end(), true) - works_.begin());
}

void CpuDevice::each(const std::function<void(std::size_t)>& job) {
    team_.run(members_, [&](int member) {
        const auto i = static_cast<std::size_t>(member);
        if (works_[i]) job(i);
    });
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
                           binary_size(static_cast<double>(experiment.set_bytes)), experiment.kernel_name());
    if (bytes > arenas_.bytes())
        return fmt::format("the set of {} does not fit into the memory for measuring",
                           binary_size(static_cast<double>(experiment.set_bytes)));
    auto* const sets = arenas_.of({.pages = experiment.small_pages ? Pages::ordinary : Pages::huge,
                                   .node = experiment.target.memory_node});
    if (sets == nullptr)
        return fmt::format("the system binds no memory to node {}", *experiment.target.memory_node);
    current_ = experiment;
    sets_ = sets;
    choose_members(experiment.target);
    each([&](std::size_t i) {
        Arena& set = *(*sets_)[i];
        results_[i]->touch(result_bytes);
        if (bytes > 0) set.touch(bytes);
        frames_[i] = {.memory = set.data(), .bytes = bytes, .passes = 1, .result = results_[i]->data()};
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
        done_[i] = works_[i] ? kernel.run(frames_[i]) : 0;
    });
    elements_ = std::accumulate(done_.begin(), done_.begin() + members_, 0.0);
    return last_.seconds;
}

double CpuDevice::working_set_bytes() const {
    return static_cast<double>(frames_[first_].bytes) * current_.target.threads;
}

double CpuDevice::huge_page_fraction() const {
    if (frames_[first_].bytes == 0) return 0;
    // A trial ends with its slowest thread: the one that got the fewest.
    double least = 1;
    for (std::size_t i = 0; i < works_.size(); ++i)
        if (works_[i]) least = std::min(least, (*sets_)[i]->huge_page_fraction());
    return least;
}

std::vector<std::string> CpuDevice::verify() {
    const KernelDesc& kernel = *current_.kernel;
    std::vector<char> right(static_cast<std::size_t>(members_), 1);
    each([&](std::size_t i) { right[i] = kernel.check == nullptr || kernel.check(frames_[i]) ? 1 : 0; });
    const auto wrong = std::count(right.begin(), right.end(), 0);
    if (wrong == 0) return {};
    return {fmt::format("checksum: {} of {} threads left wrong values", wrong, current_.target.threads)};
}

std::optional<double> CpuDevice::clock_hz() {
    std::vector<double> clocks(works_.size());
    each([&](std::size_t i) { clocks[i] = measure_clock_hz(); });
    return std::accumulate(clocks.begin(), clocks.end(), 0.0) /
           static_cast<double>(std::max(std::ptrdiff_t{1}, std::count(works_.begin(), works_.end(), true)));
}

void CpuDevice::pause(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

Company CpuDevice::company() {
    return company_between(others_before_, read_other_time(machine_.cpus_used), now() - made_at_);
}

Environment CpuDevice::environment() {
    return read_environment(machine_.cpus_used, cgroup_);
}

}  // namespace mansard::kernels
