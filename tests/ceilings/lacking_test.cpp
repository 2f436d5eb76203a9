// Roofs of instruction sets that the CPU lacks are dozens: a line where people read, and all of them
// elsewhere.
#include "ceilings/lacking.hpp"

#include <gtest/gtest.h>

#include "ceilings/build.hpp"
#include "ceilings/checks.hpp"
#include "ceilings/show.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Series lacking(Op op) {
    Series series = series_of(compute_target(op, Isa::avx512), {});
    series.absent_reason = "this CPU has no avx512";
    return series;
}

/// Absent ones first, as the registry lists them.
Ceilings example() {
    Series no_time = series_of(compute_target(Op::add), {});
    no_time.absent_reason = "no time was left";
    return build(samples_of({lacking(Op::fma), lacking(Op::add), no_time,
                             series_of(compute_target(), std::vector<double>(13, 40e9))}));
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

TEST(Lacking, IsOneLineWherePeopleRead) {
    for (const Format format : {Format::text, Format::md}) {
        const std::string page = show(example(), format);
        EXPECT_EQ(count(page, "this CPU has no avx512"), 1U) << page;
        EXPECT_EQ(count(page, "avx512: 2 roofs"), 1U) << page;
        EXPECT_EQ(count(page, "no time was left"), 1U) << "others keep their line: " << page;
        const std::string both = show_beside({example(), "a"}, {example(), "b"}, format);
        EXPECT_EQ(count(both, "this CPU has no avx512: 2 roofs"), 1U) << both;
        EXPECT_EQ(count(both, "avx512.fma"), 0U) << both;
        EXPECT_LT(both.find("avx2.fma"), both.find("avx2.add")) << "what has a value first: " << both;
    }
}

TEST(Lacking, IsWholeInJsonAndCsv) {
    for (const Format format : {Format::json, Format::csv}) {
        EXPECT_GE(count(show(example(), format), "avx512.fma"), 1U);
        EXPECT_GE(count(show_beside({example(), "a"}, {example(), "b"}, format), "avx512.add"), 1U);
    }
}

TEST(Lacking, WhatTheOtherMachineHasIsARow) {
    const Ceilings other =
        build(samples_of({series_of(compute_target(Op::fma, Isa::avx512), std::vector<double>(13, 80e9))}));
    const std::string both = show_beside({example(), "a"}, {other, "b"}, Format::text);
    EXPECT_EQ(count(both, "avx512.fma"), 1U) << both;
    EXPECT_EQ(count(both, "this CPU has no avx512: 1 roof"), 1U) << both;
}

TEST(Warnings, NothingMeasuredIsSaidAndStatusFour) {
    const Ceilings nothing = build(samples_of({lacking(Op::fma), lacking(Op::add)}));
    EXPECT_EQ(verdict(nothing), Exit::suspect);
    ASSERT_FALSE(warnings(nothing).empty());
    EXPECT_EQ(warnings(nothing)[0],
              "nothing was measured: all 2 roofs are absent, the first because this CPU has no avx512");
    EXPECT_EQ(verdict(example()), Exit::ok);
}

TEST(Warnings, ManySuspectRoofsAreOneSentence) {
    std::vector<Series> faulty;
    for (const Op op : {Op::fma, Op::add, Op::mul, Op::mix, Op::div}) {
        faulty.push_back(series_of(compute_target(op), std::vector<double>(13, 1e9)));
        faulty.back().blocks[0].faults = {"checksum"};
    }
    const auto told = warnings(build(samples_of(faulty)));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_NE(told[1].find("5 of the 5 roofs that have a value are suspect, which is no calibration"),
              std::string::npos)
        << told[1];
    EXPECT_NE(told[0].find("5 of 5 roofs are suspect: cpu.core.compute.f64.avx2.fma, "), std::string::npos);
    EXPECT_NE(told[0].find(", and 1 more. `mansard show` gives the reasons"), std::string::npos) << told[0];
    faulty.resize(2);
    EXPECT_EQ(warnings(build(samples_of(faulty))).size(), 2U) << "few are told with their reasons";
}

}  // namespace
}  // namespace mansard::ceilings
