// The whole program on a CPU without AVX, by emulation: what that CPU lacks is listed and never executed.
#include <gtest/gtest.h>

#include <sstream>

#include "core/json.hpp"
#include "tests/cli/run_mansard.hpp"

#if defined(__x86_64__)
namespace mansard::kernels {
namespace {

cli::testing::Outcome on_nehalem(const std::string& arguments) {
    return cli::testing::run_shell("qemu-x86_64 -cpu Nehalem '" MANSARD_BINARY "' " + arguments);
}

class ForeignIsa : public ::testing::Test {
  protected:
    void SetUp() override {
        ASSERT_EQ(cli::testing::run_shell("command -v qemu-x86_64").status, 0)
            << "qemu-x86_64 is missing: install it (Debian: apt-get install qemu-user; scripts/test.sh does)";
    }
};

TEST_F(ForeignIsa, RowsThatTheCpuLacksAreListedAsUnavailable) {
    const auto outcome = on_nehalem("list kernels --format json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    int unavailable = 0, executable = 0;
    for (const Json& kernel : parse_json(outcome.out, "list kernels")) {
        const std::string name = string_member(kernel, "kernel", "list kernels");
        const bool newer = name.find("_avx") != std::string::npos || name.find("_amx") != std::string::npos;
        EXPECT_EQ(string_member(kernel, "here", "list kernels"), newer ? "no" : "yes") << name;
        ++(newer ? unavailable : executable);
    }
    EXPECT_GT(unavailable, 0);
    EXPECT_GT(executable, 0);
}

TEST_F(ForeignIsa, AWideKernelIsNotAmongTheBenchmarks) {
    const auto outcome = on_nehalem("bench --benchmark_list_tests");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("_sse2_"), std::string::npos);
    EXPECT_EQ(outcome.out.find("_avx"), std::string::npos) << outcome.out;
}

TEST_F(ForeignIsa, TheBaselineKernelsRunThere) {
    const auto outcome =
        on_nehalem("bench --benchmark_filter=compute.*add_f64_sse2_c8x8 --benchmark_min_time=0.001");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("add_f64_sse2_c8x8"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("ERROR"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace mansard::kernels
#endif
