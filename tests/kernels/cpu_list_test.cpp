#include "kernels/system/cpu_list.hpp"

#include <gtest/gtest.h>

namespace mansard::kernels {
namespace {

using Cpus = std::vector<int>;

TEST(CpuList, NumbersAndRangesAreReadInTheirOrder) {
    EXPECT_EQ(parse_cpu_list("0-3,8"), (Cpus{0, 1, 2, 3, 8}));
    EXPECT_EQ(parse_cpu_list("64,0"), (Cpus{64, 0}));
    EXPECT_EQ(parse_cpu_list("7\n"), Cpus{7}) << "as the kernel's files end";
    EXPECT_EQ(count_cpus("0-3,8"), 5);
}

TEST(CpuList, WhatIsNoSuchListIsEmpty) {
    for (const char* bad : {"", "\n", "x", "3-1", "0-3,y", "0,", ",0", "-1", "0-", "0--1", "0 1",
                            "99999999999", "0-999999999", "0-65535,65536"})
        EXPECT_TRUE(parse_cpu_list(bad).empty()) << bad;
    EXPECT_EQ(count_cpus("0-65535"), 65536);
}

}  // namespace
}  // namespace mansard::kernels
