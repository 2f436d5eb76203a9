#include "kernels/cuda/shape.hpp"

#include <fmt/format.h>

#include <bit>

namespace mansard::kernels::cuda {

std::string why_not_here(const GpuLaunch& launch, int architecture) {
    if (launch.emulated_from > 0 && architecture >= launch.emulated_from &&
        architecture <= launch.emulated_to)
        return fmt::format("sm_{} has the instruction only in an emulation by slower ones", architecture);
    if (launch.only_that ? architecture == launch.architecture : architecture >= launch.architecture)
        return {};
    return fmt::format("this GPU is of sm_{}, and the instruction exists {} sm_{}{}", architecture,
                       launch.only_that ? "on" : "from", launch.architecture,
                       launch.only_that ? " alone" : " on");
}

Geometry geometry_of(const KernelDesc& kernel, int sms) {
    constexpr unsigned waves = 4;
    const GpuLaunch& launch = kernel.gpu;
    unsigned blocks = launch.blocks_per_sm == 0 ? 1 : launch.blocks_per_sm * static_cast<unsigned>(sms);
    if (kernel.power_of_two && blocks > 1) blocks = std::bit_ceil(blocks * waves);
    return {.blocks = blocks, .threads = launch.threads, .shared_bytes = launch.shared_bytes};
}

Geometry fitted(const KernelDesc& kernel, const Geometry& geometry, int sms, unsigned resident) {
    Geometry fitting = geometry;
    if (!kernel.power_of_two && resident > 0 && resident < kernel.gpu.blocks_per_sm)
        fitting.blocks = resident * static_cast<unsigned>(sms);
    return fitting;
}

std::uint64_t words_of(const KernelDesc& kernel, const Geometry& geometry, std::size_t bytes) {
    if (kernel.arrays == 0) return 0;
    std::uint64_t words = bytes / sizeof(Word) / static_cast<std::uint64_t>(kernel.arrays);
    if (kernel.power_of_two) words = words == 0 ? 0 : std::bit_floor(words);
    if (kernel.gpu.counted == Counted::steps) return words;
    const std::uint64_t least =
        granule(kernel.gpu.walk, geometry.blocks, geometry.threads, kernel.gpu.unroll);
    return words / least * least;
}

double elements_of(const KernelDesc& kernel, const Geometry& geometry, std::uint64_t words,
                   std::uint64_t passes) {
    const auto trips = static_cast<double>(passes), all_words = static_cast<double>(words) * trips;
    switch (kernel.gpu.counted) {
        case Counted::trips:
            return trips * geometry.blocks * geometry.threads / kernel.gpu.threads_per_element;
        case Counted::words_by_all:
            return all_words * geometry.blocks;
        case Counted::words:
        case Counted::copies:
            return all_words;
        case Counted::steps: {
            const auto steps = static_cast<std::uint64_t>(kernel.steps_per_trip);
            return static_cast<double>(passes / steps * steps);
        }
        case Counted::launches:
            return trips;
    }
    return 0;
}

}  // namespace mansard::kernels::cuda
