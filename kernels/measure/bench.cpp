#include "kernels/measure/bench.hpp"

#include <benchmark/benchmark.h>

#include <memory>

#include "core/error.hpp"
#include "core/sample.hpp"

namespace mansard::kernels {
namespace {

void run_one(benchmark::State& state, Device& device, const Experiment& experiment, double trial_s) {
    if (const auto reason = device.load(experiment, trial_s)) {
        state.SkipWithError(reason->c_str());
        return;
    }
    const auto clock = device.clock_hz();
    double seconds = 0;
    for (auto _ : state) {
        const double trial = device.trial();
        seconds += trial;
        state.SetIterationTime(trial);
    }
    const std::vector<std::string> faults = device.verify();
    if (!faults.empty()) {
        state.SkipWithError(faults.front().c_str());
        return;
    }
    const double elements = device.elements() * static_cast<double>(state.iterations());
    const double value = rate(experiment.target, experiment.kernel->work, elements, seconds);
    switch (experiment.target.kind) {
        case Kind::bandwidth:
            state.counters["bytes_per_second"] = value;
            break;
        case Kind::latency:
            state.counters["seconds_per_step"] = value;
            break;
        default:
            state.counters["FLOPS"] = value;
    }
    if (clock) state.counters["clock_hz"] = *clock;
}

}  // namespace

std::size_t run_bench(Device& device, const std::vector<Experiment>& experiments, double trial_s,
                      std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "mansard bench");
    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    int argc = static_cast<int>(arguments.size());
    benchmark::Initialize(&argc, argv.data());
    if (argc > 1)
        throw Error(
            Exit::usage, "\"" + printable(argv[1]) + "\" is no option of bench",
            {.expected =
                 "Google Benchmark's --benchmark_filter, --benchmark_repetitions, --benchmark_min_time, "
                 "--benchmark_out, --benchmark_format, …",
             .remedy = "see `mansard bench --help`"});
    benchmark::ClearRegisteredBenchmarks();
    for (const Experiment& experiment : experiments)
        benchmark::RegisterBenchmark(experiment.name().c_str(), [&device, &experiment,
                                                                 trial_s](benchmark::State& state) {
            run_one(state, device, experiment, trial_s);
        })->UseManualTime();
    // The library takes its default reporter over only if it makes it itself, which a second run in one
    // process does not survive.
    const std::unique_ptr<benchmark::BenchmarkReporter> reporter(benchmark::CreateDefaultDisplayReporter());
    const std::size_t ran = benchmark::RunSpecifiedBenchmarks(reporter.get());
    benchmark::ClearRegisteredBenchmarks();
    return ran;
}

}  // namespace mansard::kernels
