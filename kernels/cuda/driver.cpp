#include "kernels/cuda/driver.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace mansard::kernels::cuda {

Driver::Driver() : library_("libcuda.so.1") {
    if (!library_.is_open())
        throw Error(
            Exit::no_device, fmt::format("there is no NVIDIA driver ({})", library_.error()),
            {.expected = "libcuda.so.1 where the loader looks for libraries",
             .remedy = "install NVIDIA's driver, in a container give it the GPU, or use --device cpu"});
    const auto require = [&](const char* name, auto*& function) {
        library_.find(name, function);
        if (function == nullptr)
            throw Error(Exit::no_device, fmt::format("the NVIDIA driver has no {}", name),
                        {.expected = "a driver of CUDA 12 or later", .remedy = "update NVIDIA's driver"});
    };
#define MANSARD_DRIVER_FIND(name, ...) require(#name, name);
    MANSARD_DRIVER_FUNCTIONS(MANSARD_DRIVER_FIND)
#undef MANSARD_DRIVER_FIND
}

std::string Driver::name_of(Status status) const {
    const char* text = nullptr;
    if (cuGetErrorName(status, &text) == status_success && text != nullptr) return text;
    return fmt::format("CUDA error {}", status);
}

void Driver::check(Status status, const char* what) const {
    if (status != status_success) throw DriverError(status, fmt::format("{}: {}", what, name_of(status)));
}

bool DriverError::is_sticky() const {
    // From 700 on stand the faults of a kernel (illegal address, misaligned access, launch failure, timeout,
    // …).
    return code_ == status_ecc_uncorrectable || (code_ >= 700 && code_ != 704 && code_ != 705 && code_ < 800);
}

}  // namespace mansard::kernels::cuda
