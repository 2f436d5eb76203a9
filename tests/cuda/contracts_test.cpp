// What the kernels claim stands in their machine code: the hot loop holds the declared instruction as often
// as the descriptor says, no other arithmetic, and the kernel touches no local memory. For each architecture
// of the build.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "kernels/cuda/images.hpp"
#include "kernels/cuda/instructions/arithmetic.cuh"
#include "kernels/cuda/instructions/mma.cuh"
#include "kernels/cuda/instructions/tcgen05.cuh"
#include "kernels/cuda/instructions/wgmma.cuh"
#include "kernels/kernel.hpp"
#include "tests/cuda/cubin.hpp"

namespace mansard::kernels::cuda {
namespace {

using cuda_code::Kernel;
using cuda_code::Loop;

struct Piece {
    std::string image, architecture, path;
    int number() const { return std::stoi(architecture); }
};

std::vector<Piece> pieces() {
    std::ifstream in(MANSARD_BINARY_DIR "/generated/cuda_cubins.txt");
    std::vector<Piece> found;
    for (Piece piece; in >> piece.image >> piece.architecture >> piece.path;) found.push_back(piece);
    return found;
}

/// What is wrong with the machine code of one kernel; empty: nothing.
std::string faults_of(const KernelDesc& desc, const Kernel& kernel, int architecture) {
    const std::string mnemonic(desc.instruction);
    std::string faults;
    if (const int local = cuda_code::local_accesses(kernel))
        faults += fmt::format("{} accesses to local memory; ", local);
    if (desc.instructions_per_trip == 0) {
        // Pipelines: how often a loop of unknown length copies is the compiler's business, that it does is
        // not.
        if (count_of(kernel, {0, kernel.code.size() - 1}, mnemonic) == 0) faults += "no " + mnemonic + "; ";
        return faults;
    }
    int most = 0;
    Loop hot{};
    for (const Loop& loop : innermost_loops(kernel, architecture))
        if (const int count = count_of(kernel, loop, mnemonic); count > most) most = count, hot = loop;
    // Two loops of several adds beside IMADs: the loop's own counters may be of the same kinds.
    const bool loose = mnemonic == "IADD3" || mnemonic == "IMAD";
    if (loose ? most < desc.instructions_per_trip || most > desc.instructions_per_trip + 4
              : most != desc.instructions_per_trip)
        faults += fmt::format("{} × {} in the hot loop instead of {}; ", most, mnemonic,
                              desc.instructions_per_trip);
    if (most > 0)
        if (const int foreign = foreign_arithmetic(kernel, hot, mnemonic, architecture))
            faults += fmt::format("{} instructions of other arithmetic; ", foreign);
    return faults;
}

std::vector<const KernelDesc*> kernels_of(const std::string& image) {
    std::vector<const KernelDesc*> found;
    for (const KernelDesc* kernel : all_cuda_kernels())
        if (kernel->gpu.image == image && kernel->gpu.counted != Counted::copies) found.push_back(kernel);
    return found;
}

TEST(CudaContracts, EveryKernelDoesWhatItSaysOnEveryArchitecture) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    std::size_t checked = 0;
    for (const Piece& piece : pieces()) {
        const auto kernels = cuda_code::read_cubin(piece.path);
        for (const KernelDesc* desc : kernels_of(piece.image)) {
            const auto found = kernels.find(std::string(desc->gpu.symbol));
            ASSERT_NE(found, kernels.end()) << piece.path << " lacks " << desc->gpu.symbol;
            EXPECT_EQ(faults_of(*desc, found->second, piece.number()), "")
                << desc->gpu.symbol << " for sm_" << piece.architecture;
            ++checked;
        }
    }
    EXPECT_GT(checked, 50U);
}

TEST(CudaContracts, TheCountOfInstructionsIsTheWorkThatIsClaimed) {
    std::map<std::string, double> flops;
    const auto add = [&](const InstructionFacts& facts, Op op) {
        flops[fmt::format("{} {} {} {}x{}x{}", name_of(facts.isa), name_of(facts.dtype), name_of(op), facts.m,
                          facts.n, facts.k)] = facts.flops;
        // A matrix instruction does m × n × k multiply-adds.
        if (facts.m > 1) {
            EXPECT_EQ(facts.flops, 2.0 * facts.m * facts.n * facts.k) << facts.ptx;
        }
    };
    add(MmaF16::facts, Op::fma), add(MmaBf16::facts, Op::fma), add(MmaTf32::facts, Op::fma);
    add(MmaI8::facts, Op::fma), add(MmaFp8::facts, Op::fma), add(MmaF64::facts, Op::fma);
    add(MmaF64Wide::facts, Op::fma), add(MmaF16K8::facts, Op::fma);
    add(WgmmaF16::facts, Op::fma), add(WgmmaBf16::facts, Op::fma), add(WgmmaTf32::facts, Op::fma);
    add(WgmmaFp8::facts, Op::fma), add(WgmmaI8::facts, Op::fma);
    add(Tcgen05F16::facts, Op::fma), add(Tcgen05Bf16::facts, Op::fma), add(Tcgen05Tf32::facts, Op::fma);
    add(Tcgen05Fp8::facts, Op::fma), add(Tcgen05I8::facts, Op::fma);
    std::size_t checked = 0;
    for (const KernelDesc* kernel : all_cuda_kernels()) {
        if (kernel->measures != Kind::compute) continue;
        const double each = (kernel->work.flops + kernel->work.ops) / kernel->instructions_per_trip;
        const std::string prefix =
            fmt::format("{} {} {} ", name_of(kernel->isa), name_of(*kernel->dtype), name_of(*kernel->op));
        if (kernel->isa == Isa::simt) {
            const bool halves = kernel->dtype == Dtype::f16 || kernel->dtype == Dtype::bf16;
            EXPECT_EQ(each, 32 * (kernel->op == Op::fma ? 2 : 1) * (halves ? 2 : 1)) << kernel->gpu.symbol;
        } else {
            EXPECT_TRUE(std::any_of(
                flops.begin(), flops.end(),
                [&](const auto& entry) { return entry.first.starts_with(prefix) && entry.second == each; }))
                << kernel->gpu.symbol << ": " << each;
        }
        ++checked;
    }
    EXPECT_GT(checked, 20U);
}

/// Bytes that the hot loop of `desc` moves for a thread and trip: read, and written.
std::pair<unsigned, unsigned> bytes_of(const KernelDesc& desc, const Kernel& kernel, int architecture) {
    const std::string mnemonic(desc.instruction);
    Loop hot{};
    int most = 0;
    for (const Loop& loop : innermost_loops(kernel, architecture))
        if (const int count = count_of(kernel, loop, mnemonic); count > most) most = count, hot = loop;
    unsigned read = 0, written = 0;
    for (std::size_t i = hot.first; most > 0 && i <= hot.last; ++i) {
        const Loop one{i, i};
        for (const char* name : {"LDG", "LDS", "LDC.64"})
            if (count_of(kernel, one, name) > 0) read += kernel.code[i].access_bytes();
        if (count_of(kernel, one, "STG") > 0) written += kernel.code[i].access_bytes();
    }
    return {read, written};
}

/// Of the kernels that move bytes by instructions of threads. Pipelines leave their count to the copy engine.
TEST(CudaContracts, TheBytesOfTheHotLoopAreTheWorkThatIsClaimed) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    std::size_t checked = 0;
    for (const Piece& piece : pieces()) {
        const auto kernels = cuda_code::read_cubin(piece.path);
        for (const KernelDesc* desc : kernels_of(piece.image)) {
            if (desc->measures != Kind::bandwidth || desc->instructions_per_trip == 0) continue;
            const auto [read, written] =
                bytes_of(*desc, kernels.at(std::string(desc->gpu.symbol)), piece.number());
            const bool in_trips = desc->gpu.counted == Counted::trips;
            const double each = in_trips ? 1.0 / 32 : desc->gpu.unroll;
            EXPECT_EQ(read, desc->work.read_bytes * each)
                << desc->gpu.symbol << " for sm_" << piece.architecture;
            EXPECT_EQ(written, desc->work.written_bytes * each)
                << desc->gpu.symbol << " for sm_" << piece.architecture;
            ++checked;
        }
    }
    EXPECT_GT(checked, 20U);
}

TEST(CudaContracts, AWrongKernelIsReported) {
    const auto all = pieces();
    const auto piece =
        std::find_if(all.begin(), all.end(), [](const Piece& one) { return one.image == "sm_75/fma"; });
    if (piece == all.end()) GTEST_SKIP() << "built without nvcc";
    const auto kernels = cuda_code::read_cubin(piece->path);
    const auto descs = kernels_of("sm_75/fma");
    const KernelDesc right = **std::find_if(descs.begin(), descs.end(), [](const KernelDesc* kernel) {
        return kernel->gpu.symbol == "fma_f32_c8";
    });
    Kernel code = kernels.at("fma_f32_c8");
    ASSERT_EQ(faults_of(right, code, piece->number()), "");
    const auto loops = innermost_loops(code, piece->number());
    const auto hot = std::find_if(loops.begin(), loops.end(),
                                  [&](const Loop& loop) { return count_of(code, loop, "FFMA") > 0; });
    ASSERT_NE(hot, loops.end());

    Kernel wrong = code;  // one FFMA becomes an FADD
    auto& first = *std::find_if(
        wrong.code.begin() + static_cast<std::ptrdiff_t>(hot->first), wrong.code.end(), [](const auto& one) {
            const auto& operations = cuda_code::operations_of("FFMA");
            return std::find(operations.begin(), operations.end(), one.operation()) != operations.end();
        });
    first.low = (first.low & ~std::uint64_t{0x1ff}) | 0x021;
    EXPECT_NE(faults_of(right, wrong, piece->number()).find("255 × FFMA"), std::string::npos);
    EXPECT_NE(faults_of(right, wrong, piece->number()).find("other arithmetic"), std::string::npos);
    wrong = code;  // a spill
    wrong.code[hot->first].low = (wrong.code[hot->first].low & ~std::uint64_t{0x1ff}) | 0x187;
    EXPECT_NE(faults_of(right, wrong, piece->number()).find("local memory"), std::string::npos);
    wrong = code;  // no loop
    wrong.code[hot->last].low = 0x918;
    EXPECT_NE(faults_of(right, wrong, piece->number()).find("0 × FFMA"), std::string::npos);
    KernelDesc claims_more = right;
    claims_more.instructions_per_trip = 300;
    EXPECT_NE(faults_of(claims_more, code, piece->number()).find("instead of 300"), std::string::npos);
}

/// ptxas' own report, for every kernel and architecture.
TEST(CudaContracts, NoKernelSpillsAndEachCanBeLaunchedByTheAssemblersReport) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    std::size_t lines = 0, fitting = 0;
    std::set<std::string> seen;
    std::map<std::string, const KernelDesc*> by_symbol;
    for (const KernelDesc* kernel : all_cuda_kernels()) by_symbol[std::string(kernel->gpu.symbol)] = kernel;
    for (const Piece& piece : pieces()) {
        if (!seen.insert(piece.image).second) continue;
        std::ifstream in(MANSARD_BINARY_DIR "/cuda/" + piece.image + ".log");
        std::string symbol;
        for (std::string line; std::getline(in, line);) {
            if (const auto at = line.find("entry function '"); at != std::string::npos)
                symbol = line.substr(at + 16, line.find('\'', at + 16) - at - 16);
            if (const auto at = line.find("Used "); at != std::string::npos && by_symbol.contains(symbol)) {
                // Registers of an SM: 64 Ki on every architecture here, given out to warps in units of 8 a
                // thread. How many blocks fit beside each other the driver is asked.
                const GpuLaunch& launch = by_symbol.at(symbol)->gpu;
                const int used = (std::stoi(line.substr(at + 5)) + 7) / 8 * 8;
                EXPECT_LE(static_cast<unsigned>(used) * launch.threads, 65536U)
                    << symbol << " in " << piece.image << " cannot be launched";
                ++fitting;
            }
            if (line.find("spill") == std::string::npos) continue;
            ++lines;
            EXPECT_NE(line.find("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"),
                      std::string::npos)
                << piece.image << ": " << line;
        }
    }
    EXPECT_GT(lines, 50U);
    EXPECT_GT(fitting, 50U);
}

TEST(CudaContracts, ResourcesLetTheDeclaredBlocksRunTogether) {
    for (const KernelDesc* kernel : all_cuda_kernels()) {
        const GpuLaunch& launch = kernel->gpu;
        EXPECT_LE(launch.threads, 1024U) << launch.symbol;
        // Beyond the 64 KiB of sm_75 a variant is refused there, by name, and its smaller sisters stand.
        const unsigned most = launch.architecture >= 90 ? 227 * 1024U : 163 * 1024U;
        EXPECT_LE(launch.shared_bytes, most) << launch.symbol;
        if (launch.architecture >= 80) {
            EXPECT_LE(launch.threads * launch.blocks_per_sm, 2048U) << launch.symbol;
        }
    }
}

}  // namespace
}  // namespace mansard::kernels::cuda
