#include "kernels/measure/team.hpp"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <limits>

namespace mansard::kernels {
namespace {

/// How long a worker spins for more work before it sleeps: longer than the gap between two trials of a block,
/// shorter than anything a neighbour would notice.
constexpr int spins_before_sleep = 20000;

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

void pin(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<unsigned>(cpu), &set);
    // Failure leaves the thread where the scheduler puts it; the measurement's own checks judge the result.
    ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
}

double seconds_on(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double monotonic_seconds() {
    return seconds_on(CLOCK_MONOTONIC);
}

double thread_cpu_seconds() {
    return seconds_on(CLOCK_THREAD_CPUTIME_ID);
}

bool thread_cpu_clock_is_fine() {
    constexpr int readings = 2000;
    constexpr double fine_s = 5e-5;
    double last = thread_cpu_seconds();
    for (int i = 0; i < readings; ++i) {
        const double now = thread_cpu_seconds();
        if (now > last && now - last < fine_s) return true;
        last = now;
    }
    return false;
}

Team::Team(std::span<const int> cpus) {
    ::pthread_getaffinity_np(::pthread_self(), sizeof callers_mask_, &callers_mask_);
    for (std::size_t i = 1; i < cpus.size(); ++i) {
        workers_.push_back(std::make_unique<Worker>());
        Worker& worker = *workers_.back();
        const int member = static_cast<int>(i);
        worker.thread = std::thread([this, member, cpu = cpus[i], &worker] {
            pin(cpu);
            serve(member, worker);
        });
    }
    pin(cpus.front());
}

Team::~Team() {
    stopping_ = true;
    for (const auto& worker : workers_) {
        worker->ticket.fetch_add(1);
        worker->ticket.notify_one();
    }
    for (const auto& worker : workers_) worker->thread.join();
    ::pthread_setaffinity_np(::pthread_self(), sizeof callers_mask_, &callers_mask_);
}

void Team::serve(int member, Worker& worker) {
    for (unsigned seen = 0;;) {
        for (int spin = 0; worker.ticket.load(std::memory_order_acquire) == seen && spin < spins_before_sleep;
             ++spin)
            relax();
        worker.ticket.wait(seen);
        seen = worker.ticket.load(std::memory_order_acquire);
        if (stopping_) return;
        (*job_)(member);
        running_.fetch_sub(1, std::memory_order_release);
    }
}

void Team::run(int members, const std::function<void(int)>& job) {
    job_ = &job;
    running_.store(members - 1, std::memory_order_relaxed);
    for (int i = 0; i + 1 < members; ++i) {
        workers_[static_cast<std::size_t>(i)]->ticket.fetch_add(1, std::memory_order_release);
        workers_[static_cast<std::size_t>(i)]->ticket.notify_one();
    }
    job(0);
    while (running_.load(std::memory_order_acquire) > 0) relax();
}

Team::Timing Team::time(int members, const std::function<void(int)>& job) {
    struct alignas(64) Span {
        double start = 0, end = 0, on_cpu_s = 0;
    };
    std::vector<Span> spans(static_cast<std::size_t>(members));
    std::atomic<int> waiting{members};
    run(members, [&](int member) {
        Span& span = spans[static_cast<std::size_t>(member)];
        waiting.fetch_sub(1);
        while (waiting.load(std::memory_order_acquire) > 0) relax();
        // Around the times, not between them: reading it is a system call.
        const double on_cpu_before = thread_cpu_seconds();
        span.start = monotonic_seconds();
        job(member);
        span.end = monotonic_seconds();
        span.on_cpu_s = thread_cpu_seconds() - on_cpu_before;
    });
    double start = std::numeric_limits<double>::infinity();
    double end = -start;
    for (const Span& span : spans) start = std::min(start, span.start), end = std::max(end, span.end);
    // A member that was pushed off between the barrier and its start is late, and has waited too.
    double waited = 0;
    for (const Span& span : spans) waited = std::max(waited, span.end - start - span.on_cpu_s);
    return {.seconds = end - start, .waited_s = waited};
}

}  // namespace mansard::kernels
