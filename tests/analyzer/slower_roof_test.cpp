// The rules about points that stand at a roof of unoptimized code.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/analyze.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// One core: 40 GFLOP/s of FMA; one chain reaches 5, no FMA 20, scalar FMA 10.
ceilings::Ceilings with_slower_roofs() {
    ceilings::Ceilings ceilings = four_cores();
    ceilings.roofs.push_back(roof_of(compute_target(Scope::core, Dtype::f64, Isa::avx2, Op::one_chain), 5e9));
    ceilings.roofs.push_back(roof_of(compute_target(Scope::core, Dtype::f64, Isa::avx2, Op::mul_add), 20e9));
    return ceilings;
}

std::vector<std::string> codes_at(double rate, ceilings::Ceilings ceilings = with_slower_roofs(),
                                  double dram = 1e6) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .records = 1};
    profile.points.push_back({.name = "kernel",
                              .threads = 1,
                              .seconds = 1,
                              .flops = {{.dtype = Dtype::f64, .count = rate}},
                              .bytes = {{.level = Level::DRAM, .count = dram}}});
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    std::vector<std::string> codes;
    for (const Finding& finding : analyze(std::move(profiles), std::move(ceilings), {}).findings)
        codes.emplace_back(finding.code);
    return codes;
}

bool has(const std::vector<std::string>& codes, std::string_view code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

TEST(OneChain, IsRecognisedByItsSpeedAndByNothingNear) {
    EXPECT_TRUE(has(codes_at(5e9), "one_chain"));
    EXPECT_TRUE(has(codes_at(4.05e9), "one_chain"));
    EXPECT_FALSE(has(codes_at(3.9e9), "one_chain"));
    EXPECT_FALSE(has(codes_at(5.3e9), "one_chain"));
    EXPECT_FALSE(has(codes_at(5e9, four_cores()), "one_chain")) << "the roof was not measured";
    EXPECT_FALSE(has(codes_at(5e9, with_slower_roofs(), 14e9), "one_chain")) << "memory explains it";
}

TEST(WithoutFma, IsRecognisedWhereItsRoofIsWellBelowTheTop) {
    EXPECT_TRUE(has(codes_at(19e9), "without_fma"));
    EXPECT_FALSE(has(codes_at(17e9), "without_fma"));
    ceilings::Ceilings close = with_slower_roofs();
    close.roofs.back() = roof_of(compute_target(Scope::core, Dtype::f64, Isa::avx2, Op::mul_add), 38e9);
    EXPECT_FALSE(has(codes_at(38e9, close), "without_fma")) << "units of their own: nothing is lost";
}

}  // namespace
}  // namespace mansard::analyzer
