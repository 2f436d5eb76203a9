// This machine's CPUs as a device: one experiment of each kind, on one thread and on two.
#include "kernels/measure/cpu_device.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/measure/block.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/system/isa.hpp"
#include "kernels/system/topology.hpp"

namespace mansard::kernels {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr double trial_s = 0.0005;

class CpuDeviceTest : public ::testing::Test {
  protected:
    CpuDeviceTest() : machine_(read_machine(Cgroup())), device_(machine_, Cgroup(), 8 * mebibyte) {}

    int most_threads() const { return machine_.cpus_used.size() > 1 ? 2 : 1; }

    /// The first kernel of `isa` with this op or pattern, as an experiment.
    static Experiment experiment(Isa isa, std::optional<Op> op, std::optional<Pattern> pattern, int threads,
                                 std::size_t set_bytes) {
        for (const KernelDesc* kernel : all_kernels()) {
            if (kernel->isa != isa || kernel->op != op || kernel->pattern != pattern) continue;
            Target target{.kind = kernel->measures,
                          .dtype = kernel->dtype,
                          .isa = isa,
                          .op = op,
                          .pattern = pattern,
                          .threads = threads};
            if (pattern) target.level = Level::L1;
            return {.kernel = kernel, .target = target, .set_bytes = set_bytes};
        }
        throw std::logic_error("no such kernel");
    }

    Machine machine_;
    CpuDevice device_;
};

TEST_F(CpuDeviceTest, RunsAndVerifiesEveryKind) {
    const Isa widest = widest_isa(machine_);
    for (int threads = 1; threads <= most_threads(); ++threads) {
        std::vector<Experiment> experiments{experiment(widest, Op::mul, {}, threads, 0),
                                            experiment(widest, Op::mix, {}, threads, 0),
                                            experiment(Isa::scalar, {}, Pattern::chase, threads, mebibyte)};
        for (const Pattern pattern :
             {Pattern::load, Pattern::store, Pattern::copy, Pattern::triad, Pattern::nt_store})
            experiments.push_back(experiment(widest, {}, pattern, threads, mebibyte));
        for (const Experiment& one : experiments) {
            SCOPED_TRACE(one.name() + ", " + std::to_string(threads) + " threads");
            ASSERT_EQ(device_.load(one, trial_s), std::nullopt);
            EXPECT_GT(device_.trial(), 0);
            EXPECT_EQ(device_.verify(), std::vector<std::string>());
            EXPECT_EQ(device_.working_set_bytes(), static_cast<double>(bytes_per_thread(one)) * threads);
            EXPECT_GT(device_.elements(), 0);
            if (one.target.kind == Kind::bandwidth) {
                // Whole walks over the arrays, an odd number of them.
                const double passes =
                    device_.elements() * 8 * one.kernel->arrays / device_.working_set_bytes();
                EXPECT_EQ(passes, std::floor(passes));
                EXPECT_EQ(std::fmod(passes, 2), 1);
            }
            const auto clock = device_.clock_hz();
            ASSERT_TRUE(clock.has_value());
            EXPECT_GT(*clock, 0.2e9);
            EXPECT_LT(*clock, 10e9);
        }
    }
}

TEST_F(CpuDeviceTest, TheElementsOfAnExperimentStayTheSame) {
    const Experiment load = experiment(widest_isa(machine_), {}, Pattern::load, 1, 64 << 10);
    const Experiment mul = experiment(widest_isa(machine_), Op::mul, {}, 1, 0);
    ASSERT_EQ(device_.load(load, trial_s), std::nullopt);
    const double elements = device_.elements();
    ASSERT_EQ(device_.load(mul, trial_s), std::nullopt);
    EXPECT_EQ(device_.working_set_bytes(), 0);
    EXPECT_EQ(device_.huge_page_fraction(), 0);
    ASSERT_EQ(device_.load(load, trial_s), std::nullopt);
    EXPECT_EQ(device_.elements(), elements);
    EXPECT_EQ(device_.verify(), std::vector<std::string>());
}

TEST_F(CpuDeviceTest, RefusesWhatItCannotMeasure) {
    const Isa widest = widest_isa(machine_);
    const auto refusal = [this](const Experiment& one) {
        return device_.load(one, trial_s).value_or("accepted");
    };
    const int many = static_cast<int>(machine_.cpus_used.size()) + 1;
    EXPECT_NE(refusal(experiment(widest, {}, Pattern::load, many, mebibyte)).find("threads"),
              std::string::npos);
    EXPECT_NE(refusal(experiment(widest, {}, Pattern::load, 1, 64)).find("too small"), std::string::npos);
    EXPECT_NE(refusal(experiment(widest, {}, Pattern::load, 1, 64 * mebibyte)).find("does not fit"),
              std::string::npos);
    for (const KernelDesc* kernel : all_kernels())
        if (!can_execute(kernel->isa)) {
            EXPECT_NE(refusal(experiment(kernel->isa, kernel->op, kernel->pattern, 1, mebibyte))
                          .find("does not execute"),
                      std::string::npos);
        }
    // A refusal spoils nothing.
    EXPECT_EQ(device_.load(experiment(widest, Op::add, {}, 1, 0), trial_s), std::nullopt);
}

TEST_F(CpuDeviceTest, TellsItsStateAndTime) {
    const double before = device_.now();
    device_.pause(0.002);
    EXPECT_GE(device_.now(), before + 0.002);
    EXPECT_TRUE(device_.environment().involuntary_switches.has_value());
    EXPECT_EQ(device_.machine().cpus_used, machine_.cpus_used);
}

TEST_F(CpuDeviceTest, ABlockHoldsTrialsAndClocks) {
    const Experiment load = experiment(widest_isa(machine_), {}, Pattern::load, most_threads(), 64 << 10);
    Series series{.target = load.target, .work = load.kernel->work};
    BlockRunner(device_, {.trial_s = trial_s, .start_s = device_.now()})
        .run({{.experiment = &load, .series = &series, .trials = 4}});
    EXPECT_TRUE(series.absent_reason.empty()) << series.absent_reason;
    ASSERT_FALSE(series.blocks.empty());
    const Block& block = series.blocks.back();
    EXPECT_FALSE(block.repeated);
    EXPECT_GE(block.seconds.size(), 3u);
    for (const double seconds : block.seconds) EXPECT_GT(seconds, 0);
    EXPECT_TRUE(block.clock_hz_before.has_value());
    EXPECT_TRUE(block.clock_hz_after.has_value());
    EXPECT_TRUE(block.faults.empty());
    EXPECT_GT(block_rate(series, block), 0);
}

TEST_F(CpuDeviceTest, ASetLiesInThePagesAndOnTheNodeThatAreAskedFor) {
    Experiment load = experiment(widest_isa(machine_), {}, Pattern::load, 1, 4 * mebibyte);
    load.small_pages = true;
    ASSERT_EQ(device_.load(load, trial_s), std::nullopt);
    EXPECT_GT(device_.trial(), 0);
    EXPECT_EQ(device_.huge_page_fraction(), 0);
    EXPECT_EQ(device_.verify(), std::vector<std::string>());

    load.small_pages = false;
    load.target.memory_node = 1023;  // the kernel knows at most 1024 nodes, and no machine has this one
    const auto reason = device_.load(load, trial_s);
    ASSERT_TRUE(reason);
    EXPECT_NE(reason->find("node 1023"), std::string::npos) << *reason;
}

}  // namespace
}  // namespace mansard::kernels
