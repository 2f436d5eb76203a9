#include "kernels/measure/filter.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

const KernelDesc fma_8 = compute_kernel(Op::fma, 8), fma_12 = compute_kernel(Op::fma, 12),
                 add_8 = compute_kernel(Op::add, 8);
const KernelDesc load_4 = memory_kernel(Pattern::load, 4), store_4 = memory_kernel(Pattern::store, 4),
                 chase = memory_kernel(Pattern::chase, 1);

/// Seven experiments and an absent one: what `filters` leave, as "kernel kernel@level … absent".
std::string kept(const std::vector<std::string>& filters) {
    Experiment on_all = experiment_of(load_4, Level::L2, 1 << 17);
    on_all.target.scope = Scope::device;
    on_all.target.threads = 4;
    Target foreign = experiment_of(fma_8).target;
    foreign.isa = Isa::avx512;
    foreign.dtype = Dtype::f32;
    Experiments experiments{
        .wanted = {experiment_of(fma_8), experiment_of(fma_12), experiment_of(add_8),
                   experiment_of(load_4, Level::L1, 16384), experiment_of(store_4, Level::L1, 16384), on_all,
                   experiment_of(chase, Level::L2, 1 << 17)},
        .absent = {{foreign, "fma_f32_avx512_c8x8", "this CPU has no avx512"}}};
    keep_matching(experiments, filters);
    std::string out;
    for (const Experiment& experiment : experiments.wanted) {
        out += std::string(experiment.kernel->family) + variant_name(*experiment.kernel);
        if (experiment.target.level) out += "@" + std::string(name_of(*experiment.target.level));
        out += " ";
    }
    for (const Absent& absent : experiments.absent) out += absent.kernel + " ";
    if (!out.empty()) out.pop_back();
    return out;
}

TEST(Filter, EveryKeySelects) {
    EXPECT_EQ(kept({"kind=latency"}), "chases1@L2");
    EXPECT_EQ(kept({"scope=device"}), "loads4@L2");
    EXPECT_EQ(kept({"level=L1"}), "loads4@L1 stores4@L1");
    EXPECT_EQ(kept({"pattern=store"}), "stores4@L1");
    EXPECT_EQ(kept({"op=add"}), "addc8x8");
    EXPECT_EQ(kept({"dtype=f64"}), "fmac8x8 fmac12x12 addc8x8");
    EXPECT_EQ(kept({"isa=avx512"}), "fma_f32_avx512_c8x8");
    EXPECT_EQ(kept({"kernel=c12"}), "fmac12x12");
}

TEST(Filter, ValuesOfOneKeyAreAlternativesAndKeysMustAllMatch) {
    EXPECT_EQ(kept({"op=add", "op=fma"}), "fmac8x8 fmac12x12 addc8x8 fma_f32_avx512_c8x8");
    EXPECT_EQ(kept({"level=L1", "level=L2", "pattern=load"}), "loads4@L1 loads4@L2");
    EXPECT_EQ(kept({"op=fma", "dtype=f64", "kernel=c8"}), "fmac8x8");
}

TEST(Filter, WhatIsAbsentIsEnough) {
    EXPECT_EQ(kept({"op=fma", "isa=avx512"}), "fma_f32_avx512_c8x8");
}

/// The message of the usage error that `filters` are refused with.
std::string refusal(const std::vector<std::string>& filters) {
    try {
        kept(filters);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
        return error.what();
    }
    ADD_FAILURE() << "accepted";
    return {};
}

TEST(Filter, UnknownKeysAndValuesListTheKnownOnes) {
    const std::string key = refusal({"colour=red"});
    for (const char* known :
         {"colour=red", "kind", "scope", "level", "pattern", "op", "dtype", "isa", "kernel"})
        EXPECT_NE(key.find(known), std::string::npos) << key;
    EXPECT_NE(refusal({"level"}).find("KEY=VALUE"), std::string::npos);
    EXPECT_NE(refusal({""}).find("KEY=VALUE"), std::string::npos);
    const std::string value = refusal({"level=L9"});
    EXPECT_NE(value.find("L9"), std::string::npos);
    EXPECT_NE(value.find("DRAM"), std::string::npos);
    EXPECT_NE(refusal({"level=l1"}).find("L1"), std::string::npos) << "names are exact";
    refusal({"kernel="});
}

TEST(Filter, NothingLeftIsAnError) {
    const std::string message = refusal({"level=L3", "op=fma"});
    EXPECT_NE(message.find("level=L3 op=fma"), std::string::npos) << message;
}

TEST(Filter, WhatTheCpuLacksCannotBeMeasured) {
    Machine machine;
    machine.isas = {Isa::scalar, Isa::avx2};
    Target foreign = experiment_of(fma_8).target;
    foreign.isa = Isa::avx512;
    const Absent lacking{foreign, "fma", "this CPU has no avx512"};
    try {
        require_executable({.wanted = {}, .absent = {lacking}}, machine);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
        const std::string told = error.what();
        EXPECT_NE(told.find("nothing can be measured: this CPU has no avx512"), std::string::npos) << told;
        EXPECT_NE(told.find("scalar, avx2"), std::string::npos) << told;
    }
    EXPECT_NO_THROW(require_executable({.wanted = {experiment_of(fma_8)}, .absent = {lacking}}, machine));
    // A level that nobody claims may be found by the sweep.
    const Absent level{experiment_of(load_4, Level::L3, 1 << 20).target, "load", "no L3 is known"};
    machine.isas = {*level.target.isa};
    EXPECT_NO_THROW(require_executable({.wanted = {}, .absent = {level}}, machine));
}

}  // namespace
}  // namespace mansard::kernels
