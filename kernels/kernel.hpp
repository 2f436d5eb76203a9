// What a kernel is: a loop of known instructions, described by data. Everything else is done by who runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/names.hpp"
#include "core/work.hpp"
#include "kernels/cuda/launch.hpp"

namespace mansard::kernels {

/// What one thread works on in one trial.
struct Frame {
    std::byte* memory =
        nullptr;            ///< its own part of the set: `arrays` arrays of equal length, one after another
    std::size_t bytes = 0;  ///< of all arrays together; a multiple of arrays × granule
    long passes = 0;        ///< walks over the set; trips of the loop for compute; steps for a chase
    std::byte* result = nullptr;  ///< 4 KiB where a kernel leaves what its check reads
};

struct KernelDesc {
    std::string_view family;   ///< the file's name: "fma", "load"
    std::string_view summary;  ///< one line
    Kind measures = Kind::compute;
    DeviceKind device = DeviceKind::cpu;
    Isa isa = Isa::scalar;
    Engine engine = Engine::vector;
    std::optional<Dtype> dtype{};       ///< nothing where the kernel only moves bytes
    std::optional<Op> op{};             ///< compute
    std::optional<Pattern> pattern{};   ///< bandwidth, latency
    std::optional<double> intensity{};  ///< ridge: FLOP/B
    Work work{};                    ///< of one element: a trip (compute), 8 bytes of an array, a step (chase)
    std::string_view instruction;   ///< the mnemonic that makes the measured work, as a disassembler shows it
    int instructions_per_trip = 0;  ///< how often it stands in the hot loop
    /// Other arithmetic of the hot loop: additions beside FMA in a mix, beside square roots.
    int other_instructions_per_trip = 0;
    int steps_per_trip = 1;  ///< of the most used accumulator, for the bound on trips (compute)
    int chains = 0;          ///< independent accumulators (compute)
    int streams = 0;         ///< parts of each array that are walked side by side (bandwidth)
    int unroll = 0;  ///< instructions per stream and trip where these are not the usual ones (bandwidth)
    int prefetch_lines = 0;  ///< how far ahead lines are asked for by an instruction; 0: not at all
    int arrays = 0;          ///< 0 for compute
    std::size_t granule =
        0;  ///< the length of an array is a multiple of it: what one trip of the loop covers, times phases
    int phases = 1;             ///< walks that make a pass, each over other lines (strided)
    bool power_of_two = false;  ///< an array's length is a power of two (random)
    /// Runs the loop. Returns the elements really done, for this thread.
    double (*run)(const Frame& frame) = nullptr;
    /// Puts the set into the state that `run` and `check` expect; called by the thread that will run.
    void (*prepare)(const Frame& frame) = nullptr;
    /// Whether memory and result hold what `run` must have left there (docs/method.md, "By value").
    bool (*check)(const Frame& frame) = nullptr;
    /// Of a GPU kernel, in place of the three functions.
    cuda::GpuLaunch gpu{};
};

/// A kernel source compiled for one row of the ISA matrix exports one of these.
struct KernelTable {
    const KernelDesc* data = nullptr;
    std::size_t size = 0;
};

/// The tables of this build: generated from the rows of cmake/isa_rows.cmake and the files of
/// kernels/cpu/rows.
std::span<const KernelTable* const> kernel_tables();
/// The same of the files of kernels/cuda. A build without CUDA has them too; what it lacks is their machine
/// code.
std::span<const KernelTable* const> cuda_kernel_tables();

/// Every kernel of this build, also those whose ISA this machine lacks.
std::vector<const KernelDesc*> all_kernels();
/// Every GPU kernel, also those whose instructions no GPU here has.
std::vector<const KernelDesc*> all_cuda_kernels();

/// "fma_f64_avx2_c12", "load_avx2_s4": family, dtype, isa and variant; unique. Of a GPU kernel its symbol.
std::string kernel_name(const KernelDesc& kernel);
/// "c12x12", "c14x24_24" (24 of one kind, 24 beside them), "s4", "i0.5"; what tells the kernels of one
/// family, dtype and isa apart.
std::string variant_name(const KernelDesc& kernel);

}  // namespace mansard::kernels
