// Every kernel of this build says all that is needed to run, count and check it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "kernels/kernel.hpp"
#include "kernels/system/isa.hpp"

namespace mansard::kernels {
namespace {

TEST(Registry, NamesAreUnique) {
    std::set<std::string> names;
    for (const KernelDesc* kernel : all_kernels())
        EXPECT_TRUE(names.insert(kernel_name(*kernel)).second) << kernel_name(*kernel);
    EXPECT_GT(names.size(), 50u);
}

TEST(Registry, NamesSayFamilyDtypeIsaAndVariant) {
    const KernelDesc fma{.family = "fma",
                         .summary = "s",
                         .isa = Isa::avx2,
                         .dtype = Dtype::f64,
                         .instruction = "i",
                         .instructions_per_trip = 12,
                         .chains = 12};
    EXPECT_EQ(kernel_name(fma), "fma_f64_avx2_c12x12");
    const KernelDesc load{
        .family = "load", .summary = "s", .measures = Kind::bandwidth, .instruction = "i", .streams = 4};
    EXPECT_EQ(kernel_name(load), "load_scalar_s4");
}

TEST(Registry, EveryDescriptorIsComplete) {
    for (const KernelDesc* kernel : all_kernels()) {
        SCOPED_TRACE(kernel_name(*kernel));
        EXPECT_FALSE(kernel->family.empty());
        EXPECT_FALSE(kernel->summary.empty());
        EXPECT_FALSE(kernel->instruction.empty());
        EXPECT_GT(kernel->instructions_per_trip, 0);
        EXPECT_EQ(kernel->device, DeviceKind::cpu);
        EXPECT_NE(kernel->run, nullptr);
        EXPECT_NE(kernel->check, nullptr);
        EXPECT_EQ(kernel->engine == Engine::scalar, kernel->isa == Isa::scalar);
    }
}

TEST(Registry, ComputeKernelsCountFlopsOnChains) {
    int checked = 0;
    for (const KernelDesc* kernel : all_kernels()) {
        if (kernel->measures != Kind::compute || kernel->op == Op::dot) continue;
        SCOPED_TRACE(kernel_name(*kernel));
        EXPECT_TRUE(kernel->dtype.has_value());
        EXPECT_TRUE(kernel->op.has_value());
        EXPECT_FALSE(kernel->pattern.has_value());
        const bool integer = kernel->dtype == Dtype::i32 || kernel->dtype == Dtype::i8;
        EXPECT_EQ(kernel->work.ops > 0, integer);
        EXPECT_EQ(kernel->work.flops > 0, !integer);
        EXPECT_EQ(kernel->work.read_bytes + kernel->work.written_bytes, 0);
        EXPECT_GT(kernel->chains, 0);
        EXPECT_GT(kernel->steps_per_trip, 0);
        EXPECT_EQ(kernel->arrays, 0);
        // Two FLOP per lane and instruction at most.
        const double instructions = kernel->instructions_per_trip + kernel->other_instructions_per_trip;
        const double bytes = kernel->dtype == Dtype::f64 ? 8 : kernel->dtype == Dtype::f16 ? 2 : 4;
        const double work = kernel->work.flops + kernel->work.ops;
        EXPECT_LE(work, instructions * 2 * 64 / bytes);
        EXPECT_GE(work, kernel->instructions_per_trip);
        ++checked;
    }
    EXPECT_GT(checked, 0);
}

TEST(Registry, MemoryKernelsMoveBytesInWholeLines) {
    int checked = 0;
    for (const KernelDesc* kernel : all_kernels()) {
        if (kernel->measures != Kind::bandwidth && kernel->measures != Kind::latency) continue;
        SCOPED_TRACE(kernel_name(*kernel));
        EXPECT_TRUE(kernel->pattern.has_value());
        EXPECT_FALSE(kernel->op.has_value());
        EXPECT_GT(kernel->work.read_bytes + kernel->work.written_bytes, 0);
        EXPECT_EQ(kernel->granule % 64, 0u);
        EXPECT_GT(kernel->granule, 0u);
        EXPECT_EQ(kernel->granule % (static_cast<std::size_t>(kernel->streams) * 64), 0u)
            << "a line per stream";
        EXPECT_NE(kernel->prepare, nullptr);
        const bool bypasses = kernel->pattern == Pattern::nt_store || kernel->pattern == Pattern::nt_copy ||
                              kernel->pattern == Pattern::nt_triad;
        EXPECT_EQ(kernel->work.nontemporal, bypasses);
        // An element is eight bytes of every array, read or written.
        const double both = kernel->pattern == Pattern::update ? 2 : 1;
        EXPECT_EQ(kernel->work.read_bytes + kernel->work.written_bytes, 8.0 * kernel->arrays * both);
        EXPECT_EQ(kernel->measures == Kind::latency, kernel->pattern == Pattern::chase);
        ++checked;
    }
    EXPECT_GT(checked, 0);
}

TEST(Registry, EveryRowHasTheGeneralKernels) {
    std::map<Isa, std::set<std::string>> families;
    for (const KernelDesc* kernel : all_kernels()) families[kernel->isa].insert(std::string(kernel->family));
    EXPECT_TRUE(families.contains(Isa::scalar));
    EXPECT_GE(families.size(), 2u);
    // Extensions add number types to one of the rows and have a few kernels of their own.
    std::erase_if(families, [](const auto& row) { return row.first >= Isa::sve; });
    for (const auto& [isa, found] : families)
        for (const char* family : {"add", "mul", "mix", "div", "sqrt", "one_chain", "load", "store", "copy",
                                   "triad", "update", "strided", "random"})
            EXPECT_TRUE(found.contains(family)) << name_of(isa) << " has no " << family;
    EXPECT_TRUE(families[Isa::scalar].contains("chase"));
}

TEST(Isa, TheBaselineIsExecutedAndRowsOfOtherArchitecturesAreNot) {
    const std::vector<Isa> rows = executable_isas();
    EXPECT_EQ(rows.front(), Isa::scalar);
    EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
    EXPECT_GE(rows.size(), 2u);
    for (const Isa isa : rows) EXPECT_TRUE(can_execute(isa));
#if defined(__x86_64__)
    EXPECT_TRUE(can_execute(Isa::sse2));
    EXPECT_FALSE(can_execute(Isa::neon));
    EXPECT_FALSE(can_execute(Isa::sve));
#else
    EXPECT_FALSE(can_execute(Isa::sse2));
    EXPECT_FALSE(can_execute(Isa::avx512));
#endif
}

}  // namespace
}  // namespace mansard::kernels
