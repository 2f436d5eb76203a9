#include <gtest/gtest.h>

#include "analyzer/nvidia/kernel_name.hpp"
#include "analyzer/nvidia/nvtx.hpp"
#include "analyzer/nvidia/timeline.hpp"

namespace mansard::analyzer::nvidia {
namespace {

TEST(KernelName, SpellingsOfOneKernelAreAlike) {
    const std::string name = normal_name("void lib::gemm<(int)256, (bool)1, float>(T3 *, const T3 *, int)");
    EXPECT_EQ(name, "lib::gemm<256,1,float>");
    for (const char* other :
         {"void lib::gemm<256, true, float>(float*, float const*, int)", "lib::gemm<256, true, float>",
          "void lib::gemm<(unsigned long)256, (bool)1, float>(T3*, const T3*, int)",
          "void lib::gemm<256ul, 1, float>(float *)"})
        EXPECT_EQ(normal_name(other), name) << other;
    EXPECT_EQ(normal_name("void <unnamed>::k<int>(T1)"),
              normal_name("void (anonymous namespace)::k<int>(int)"));
    EXPECT_EQ(normal_name("unnamed>::k(float)"), "k");
    EXPECT_EQ(normal_name("f<unsigned int>(unsigned int)"), "f<unsigned int>");
}

TEST(KernelName, DifferentKernelsStayDifferent) {
    EXPECT_NE(normal_name("void f<float>(T1)"), normal_name("void f<double>(T1)"));
    EXPECT_NE(normal_name("void f<(int)1>(int)"), normal_name("void f<(int)2>(int)"));
    EXPECT_NE(normal_name("a::f(int)"), normal_name("b::f(int)"));
    EXPECT_NE(normal_name("f<unsigned int>()"), normal_name("f<unsignedint>()"));
}

TEST(KernelName, BareNames) {
    EXPECT_EQ(base_name("void lib::gemm<(int)256, a::b>(T3 *)"), "gemm");
    EXPECT_EQ(base_name("copy_kernel"), "copy_kernel");
    EXPECT_EQ(base_name(""), "");
    EXPECT_EQ(normal_name(")"), ")");
    EXPECT_EQ(normal_name("((("), "(((");
}

TEST(Nvtx, RangesOfBothKinds) {
    const auto both = nvtx_regions(pack_regions(R"( "<default domain>:net:none:none" "Lib:a::b:none:none" )",
                                                R"( "0:<default domain>:epoch:none:none" )"));
    EXPECT_EQ(both, (std::vector<std::string>{"epoch", "net", "Lib:a::b"}));
    EXPECT_TRUE(nvtx_regions(pack_regions("", " ")).empty());
    const std::size_t tail =
        fields_behind_range("thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg");
    EXPECT_EQ(tail, 6u);
    EXPECT_EQ(fields_behind_range("Id:Domain:Start/Stop_Range:PL_Type:PL_Value"), 2u);
    EXPECT_EQ(nvtx_regions(pack_regions("<default domain>:a::b:none:none:none:none:none:none", "", tail)),
              std::vector<std::string>{"a::b"});
    EXPECT_EQ(nvtx_regions(pack_regions("plain", "")), std::vector<std::string>{"plain"});
}

TEST(Timeline, OverlapsCountOnce) {
    BusyTime busy;
    busy.add(0, 1, 3);
    busy.add(0, 2, 4);
    busy.add(0, 2, 2.5);
    busy.add(0, 6, 7);
    EXPECT_DOUBLE_EQ(busy.seconds(), 4);
    EXPECT_DOUBLE_EQ(busy.span(), 6);
    busy.add(1, 2, 3);
    EXPECT_DOUBLE_EQ(busy.seconds(), 5) << "each device has its own time";
}

TEST(Timeline, CopiesByDirection) {
    Copies copies;
    copies.add("[CUDA memcpy HtoD]", 2, 1e-3, 2e6);
    copies.add("[CUDA memcpy Host-to-Device]", 1, 1e-3, 1e6);
    copies.add("[CUDA memset]", 1, 1e-6, std::nullopt);
    Profile profile;
    copies.finish(profile);
    ASSERT_EQ(profile.program.size(), 2u);
    const Point& in = profile.program[0];
    EXPECT_EQ(in.name, "copies host to device");
    EXPECT_EQ(in.category, "in-feed");
    EXPECT_DOUBLE_EQ(in.calls, 3);
    EXPECT_EQ(in.bytes.at(0).level, Level::host_link);
    EXPECT_DOUBLE_EQ(in.bytes[0].count, 3e6);
    EXPECT_EQ(profile.program[1].name, "fills");
    EXPECT_TRUE(profile.program[1].bytes.empty());
}

TEST(Timeline, DeviceNamesWithoutTheirNumber) {
    EXPECT_EQ(device_name("Tesla T4 (0)"), "Tesla T4");
    EXPECT_EQ(device_name("Tesla T4"), "Tesla T4");
    EXPECT_EQ(device_name("A100 (80GB)"), "A100 (80GB)");
}

}  // namespace
}  // namespace mansard::analyzer::nvidia
