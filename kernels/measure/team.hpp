// A team of pinned threads that start together. The caller is member 0, so that on a small machine no thread
// only coordinates: a main thread spinning beside two workers on two cores costs milliseconds per dispatch.
#pragma once

#include <sched.h>

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace mansard::kernels {

class Team {
  public:
    /// Starts one thread per entry of `cpus` but the first, which the caller is pinned to until destruction.
    /// A CPU that cannot be bound to (a recorded topology) leaves its thread unpinned.
    explicit Team(std::span<const int> cpus);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    int size() const { return static_cast<int>(workers_.size()) + 1; }

    /// Runs job(member) on members 0 … members-1 at once and waits for all. Workers that are not asked sleep.
    void run(int members, const std::function<void(int)>& job);

    struct Timing {
        double seconds = 0;   ///< from the first one's start to the last one's end
        double waited_s = 0;  ///< of that, off its CPU: the member that lost most
    };
    /// Runs job(member) on `members` threads that start together.
    Timing time(int members, const std::function<void(int)>& job);

  private:
    struct alignas(64) Worker {
        std::atomic<unsigned> ticket{0};  ///< changes when there is work
        std::thread thread;
    };
    void serve(int member, Worker& worker);

    cpu_set_t callers_mask_{};
    std::vector<std::unique_ptr<Worker>> workers_;
    const std::function<void(int)>* job_ = nullptr;
    std::atomic<int> running_{0};
    std::atomic<bool> stopping_{false};
};

/// Seconds on the monotonic clock.
double monotonic_seconds();

/// Seconds that the calling thread has had a CPU; without what the hypervisor stole, where the kernel knows.
double thread_cpu_seconds();

/// Whether that clock is fine enough to tell what a trial waited: some sandboxes and old kernels count whole
/// ticks of milliseconds, by which every short trial would seem to have waited. Takes less than 1 ms.
bool thread_cpu_clock_is_fine();

}  // namespace mansard::kernels
