#include "kernels/measure/experiment.hpp"

#include <fmt/format.h>

#include <bit>

namespace mansard::kernels {

std::string Experiment::kernel_name() const {
    return kernels::kernel_name(*kernel) + (small_pages ? "_small_pages" : "");
}

std::string Experiment::variant() const {
    return variant_name(*kernel) + (small_pages ? "_small_pages" : "");
}

std::string Experiment::name() const {
    std::string text = fmt::format("{}/{}", roof_id(target), kernel_name());
    if (set_bytes > 0) text += fmt::format("/{}KiB", set_bytes / 1024);
    return text;
}

std::size_t bytes_per_thread(const Experiment& experiment) {
    const KernelDesc& kernel = *experiment.kernel;
    if (kernel.arrays == 0) return 0;
    const auto arrays = static_cast<std::size_t>(kernel.arrays);
    const std::size_t share = experiment.set_bytes / static_cast<std::size_t>(experiment.target.threads);
    std::size_t trips = share / arrays / kernel.granule;
    if (kernel.power_of_two) return std::bit_floor(trips) * kernel.granule * arrays;
    // A chase visits single lines: nothing runs side by side there.
    if (kernel.measures != Kind::latency && trips % 2 == 0 && trips > 0) --trips;
    return trips * kernel.granule * arrays;
}

}  // namespace mansard::kernels
