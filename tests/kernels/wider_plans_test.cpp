// What plans can ask for beyond one core and all cores: the numbers between, ridges, extensions.
#include <gtest/gtest.h>

#include <set>

#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

constexpr double kib = 1024, mib = 1024 * kib;
const Capacities three_levels{{Level::L1, 32 * kib}, {Level::L2, 512 * kib}, {Level::L3, 16 * mib}};

/// Twelve cores, with every row of this build that has loads.
Machine twelve_cores() {
    Machine machine = four_cores();
    machine.cpus_used.clear();
    for (int cpu = 0; cpu < 12; ++cpu) machine.cpus_used.push_back(cpu);
    std::set<Isa> rows;
    for (const KernelDesc* kernel : all_kernels())
        if (kernel->pattern == Pattern::load) rows.insert(kernel->isa);
    machine.isas.assign(rows.begin(), rows.end());
    return machine;
}

TEST(Cores, ArePowersOfTwoBetweenOneAndAll) {
    const Plan plan{
        .memory = {{.levels = {Level::L3}, .patterns = {Pattern::load}, .scopes = {Scope::cores}}}};
    std::set<std::string> ids;
    std::set<int> threads;
    for (const Experiment& experiment : plan_experiments(plan, twelve_cores(), three_levels).wanted) {
        ids.insert(roof_id(experiment.target));
        threads.insert(experiment.target.threads);
    }
    EXPECT_EQ(threads, (std::set<int>{2, 4, 8}));
    EXPECT_EQ(ids, (std::set<std::string>{"cpu.cores2.bandwidth.L3.load", "cpu.cores4.bandwidth.L3.load",
                                          "cpu.cores8.bandwidth.L3.load"}));
    Machine two = twelve_cores();
    two.cpus_used = {0, 1};
    EXPECT_TRUE(plan_experiments(plan, two, three_levels).wanted.empty()) << "none between one and two";
}

TEST(Numa, EveryNodesCoresUseEveryNodesMemory) {
    Machine machine = twelve_cores();
    machine.nodes = {{.node = 0, .cpus = {0, 1, 2, 3, 4, 5}, .memory_bytes = 8e9},
                     {.node = 1, .cpus = {6, 7, 8, 9, 10, 11}, .memory_bytes = 8e9},
                     {.node = 3, .memory_bytes = 4e9}};  // memory only
    const Plan plan{
        .memory = {
            {.levels = {Level::DRAM}, .patterns = {Pattern::load, Pattern::chase}, .scopes = {Scope::numa}}}};
    std::map<std::string, int> threads;
    for (const Experiment& experiment : plan_experiments(plan, machine, three_levels).wanted)
        threads[roof_id(experiment.target)] = experiment.target.threads;
    std::map<std::string, int> expected;
    for (const char* pair : {"0_0", "0_1", "0_3", "1_0", "1_1", "1_3"}) {
        expected["cpu.numa" + std::string(pair) + ".bandwidth.DRAM.load"] = 6;
        expected["cpu.numa" + std::string(pair) + ".latency.DRAM.chase"] = 1;
    }
    EXPECT_EQ(threads, expected);
    EXPECT_TRUE(plan_experiments(plan, twelve_cores(), three_levels).wanted.empty()) << "one node, no matrix";
}

TEST(Variants, OrdinaryPagesPrefetchesAndUnrollingWhereTheyCanMatter) {
    const Plan plan{.memory = {{.levels = {Level::L1, Level::L2, Level::L3},
                                .patterns = {Pattern::load},
                                .scopes = {Scope::core},
                                .small_pages = true}}};
    std::map<Level, std::set<std::string>> variants;
    for (const Experiment& experiment : plan_experiments(plan, twelve_cores(), three_levels).wanted)
        variants[*experiment.target.level].insert(experiment.variant());
    EXPECT_TRUE(variants[Level::L3].contains("s4p16"));
    EXPECT_TRUE(variants[Level::L3].contains("s4p16_small_pages"));
    EXPECT_TRUE(variants[Level::L2].contains("s4_small_pages"));
    EXPECT_FALSE(variants[Level::L2].contains("s4p16"));
    EXPECT_TRUE(variants[Level::L1].contains("s1u8"));
    EXPECT_FALSE(variants[Level::L2].contains("s1u8"));
}

TEST(Ridges, AreMeasuredUpToTheIntensityThatIsAskedFor) {
    const Machine machine = twelve_cores();
    const Plan plan{.ridges = {{.levels = {Level::L2, Level::DRAM}, .scopes = {Scope::core}, .most = 4}}};
    std::set<double> intensities;
    std::set<Level> levels;
    std::set<std::string> ids;
    for (const Experiment& experiment : plan_experiments(plan, machine, three_levels).wanted) {
        EXPECT_EQ(experiment.target.kind, Kind::ridge);
        EXPECT_EQ(experiment.target.isa, widest_isa(machine));
        EXPECT_TRUE(ids.insert(roof_id(experiment.target)).second) << "one variant each";
        intensities.insert(experiment.target.intensity.value());
        levels.insert(experiment.target.level.value());
        EXPECT_EQ(experiment.set_bytes, set_bytes(*experiment.target.level, three_levels, machine, 1));
    }
    EXPECT_EQ(intensities, (std::set<double>{0.0625, 0.125, 0.25, 0.5, 1, 2, 4}));
    EXPECT_EQ(levels, (std::set<Level>{Level::L2, Level::DRAM}));
}

TEST(Ridges, TheirWorkIsTheirIntensity) {
    int found = 0;
    for (const KernelDesc* kernel : all_kernels()) {
        if (kernel->measures != Kind::ridge) continue;
        ++found;
        EXPECT_EQ(kernel->work.flops / kernel->work.read_bytes, kernel->intensity) << kernel_name(*kernel);
    }
    EXPECT_GT(found, 0);
}

TEST(Extensions, AreAbsentWithTheirReasonAndNeverTheWidestRow) {
    const Machine machine = twelve_cores();
    const Plan plan{.compute = {{.isas = IsaChoice::all,
                                 .dtypes = {Dtype::f16, Dtype::bf16, Dtype::i8},
                                 .ops = {Op::fma, Op::dot},
                                 .scopes = {Scope::core}}}};
    const Experiments experiments = plan_experiments(plan, machine, three_levels);
    EXPECT_TRUE(experiments.wanted.empty());
    for (const Absent& absent : experiments.absent)
        EXPECT_EQ(absent.reason, "this CPU has no " + std::string(name_of(absent.target.isa.value())));
    Machine with_extensions = machine;
    for (const KernelDesc* kernel : all_kernels()) with_extensions.isas.push_back(kernel->isa);
    EXPECT_EQ(widest_isa(with_extensions), widest_isa(machine));
}

TEST(PowersOfTwo, AreWhatRandomAccessesGet) {
    KernelDesc random = memory_kernel(Pattern::random, 4);
    random.granule = 256;
    random.power_of_two = true;
    EXPECT_EQ(bytes_per_thread(experiment_of(random, Level::L3, 3 * 1024 * 1024)), 2U * 1024 * 1024);
    EXPECT_EQ(bytes_per_thread(experiment_of(random, Level::L3, 255)), 0U);
}

}  // namespace
}  // namespace mansard::kernels
