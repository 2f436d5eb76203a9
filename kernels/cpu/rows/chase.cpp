// Load-to-use latency: a pointer chase, every load's address is the value of the load before.
//
// Work: one step per element; the rate is seconds per step. The lines form one random cycle through the whole
// set (Sattolo's algorithm), so that no prefetcher can guess the next and every line is visited before any is
// visited again; each trial goes on where the last one stopped, so that a short trial does not stay in a part
// of the set that a smaller cache holds. Checked by where the chase stands after a known number of steps.
// Pitfall: beyond the reach of the TLBs a chase measures page walks too.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_BASELINE
namespace {

inline constexpr int steps_per_trip = 8;

double run(const Frame& frame) {
    auto* const trace = reinterpret_cast<ChaseTrace*>(frame.result);
    const std::byte* at = trace->end;
    trace->start = at;
    const long trips = frame.passes / steps_per_trip;
    for (long trip = trips; trip > 0; --trip) {
        chase_step(at);
        chase_step(at);
        chase_step(at);
        chase_step(at);
        chase_step(at);
        chase_step(at);
        chase_step(at);
        chase_step(at);
    }
    trace->end = at;
    return static_cast<double>(trips * steps_per_trip);
}

bool check(const Frame& frame) {
    return check_chase(frame, frame.passes / steps_per_trip * steps_per_trip);
}

constinit const KernelDesc kernels[] = {
    {.family = "chase",
     .summary = "one dependent load after another in a random cycle of lines",
     .measures = Kind::latency,
     .isa = Isa::MANSARD_ROW,
     .engine = Engine::scalar,
     .pattern = Pattern::chase,
     .work = {.read_bytes = 8},
     .instruction = ROW_CHASE_INSTRUCTION,
     .instructions_per_trip = steps_per_trip,
     .streams = 1,
     .arrays = 1,
     .granule = 64,
     .run = run,
     .prepare = link_lines,
     .check = check}};

}  // namespace
extern const KernelTable chase_kernels;
constinit const KernelTable chase_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable chase_kernels;
constinit const KernelTable chase_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
