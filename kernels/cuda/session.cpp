#include "kernels/cuda/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/cuda/images.hpp"

namespace mansard::kernels::cuda {
namespace {

/// What a driver says of code that it cannot run, in words.
std::string why_not(const Driver& driver, Status status, std::string_view image) {
    switch (status) {
        case status_no_binary:
            return fmt::format("this build has no machine code of {} for this GPU", image);
        case status_unsupported_ptx:
        case status_invalid_image:
            return fmt::format(
                "the driver does not take the machine code of {} ({}): it is too old for the toolkit "
                "of this build",
                image, driver.name_of(status));
        default:
            return fmt::format("loading {}: {}", image, driver.name_of(status));
    }
}

}  // namespace

Session::Session(const Driver& driver, int index) : driver_(driver) {
    driver_.check(driver_.cuDeviceGet(&device_, index), "asking for the GPU");
    driver_.check(driver_.cuDevicePrimaryCtxRetain(&context_, device_), "starting work on the GPU");
    driver_.check(driver_.cuCtxSetCurrent(context_), "starting work on the GPU");
    driver_.check(driver_.cuEventCreate(&start_, 0), "making an event");
    driver_.check(driver_.cuEventCreate(&end_, 0), "making an event");
    grow(stamps_, 4 * sizeof(std::uint64_t), "memory for clock readings");
}

Session::~Session() {
    // Nothing here can be reported, and after a fault all of it fails: the reset takes what is left.
    for (const Buffer& buffer : {memory_, results_, stamps_})
        if (buffer.pointer != 0) (void)driver_.cuMemFree_v2(buffer.pointer);
    if (pinned_ != nullptr) (void)driver_.cuMemFreeHost(pinned_);
    if (start_ != nullptr) (void)driver_.cuEventDestroy_v2(start_);
    if (end_ != nullptr) (void)driver_.cuEventDestroy_v2(end_);
    (void)driver_.cuDevicePrimaryCtxReset_v2(device_);
    (void)driver_.cuDevicePrimaryCtxRelease_v2(device_);
}

Function Session::function(std::string_view image, std::string_view symbol) {
    auto found = modules_.find(image);
    if (found == modules_.end()) {
        const auto all = images();
        const auto data =
            std::find_if(all.begin(), all.end(), [&](const Image& one) { return one.name == image; });
        if (data == all.end())
            throw DriverError(status_not_found, fmt::format("this build has no machine code of {}", image));
        Module module = nullptr;
        const Status status = driver_.cuModuleLoadData(&module, data->data);
        if (status != status_success) throw DriverError(status, why_not(driver_, status, image));
        found = modules_.emplace(image, module).first;
    }
    Function function = nullptr;
    const Status status = driver_.cuModuleGetFunction(&function, found->second, std::string(symbol).c_str());
    if (status != status_success)
        throw DriverError(status, fmt::format("{} has no kernel {} for this GPU", image, symbol));
    return function;
}

void Session::configure(Function function, const GpuLaunch& launch) const {
    const auto set = [&](FunctionAttribute attribute, int value) {
        driver_.check(driver_.cuFuncSetAttribute(function, attribute, value),
                      "giving shared memory to the kernel");
    };
    if (launch.shared_bytes > 0)
        set(FunctionAttribute::dynamic_shared_bytes, static_cast<int>(launch.shared_bytes));
    if (launch.carveout != Carveout::driver)
        set(FunctionAttribute::carveout, launch.carveout == Carveout::shared ? 100 : 0);
}

unsigned Session::resident_blocks(Function function, const Geometry& geometry) const {
    int blocks = 0;
    driver_.check(driver_.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                      &blocks, function, static_cast<int>(geometry.threads), geometry.shared_bytes),
                  "asking how many blocks an SM holds");
    return static_cast<unsigned>(std::max(blocks, 0));
}

void Session::grow(Buffer& buffer, std::size_t bytes, const char* what) const {
    if (buffer.bytes >= bytes) return;
    if (buffer.pointer != 0) (void)driver_.cuMemFree_v2(buffer.pointer);
    buffer = {};
    const Status status = driver_.cuMemAlloc_v2(&buffer.pointer, bytes);
    if (status != status_success) {
        buffer = {};
        throw DriverError(
            status, fmt::format("{} of {} bytes cannot be had: {}", what, bytes, driver_.name_of(status)));
    }
    buffer.bytes = bytes;
}

DevicePointer Session::memory(std::size_t bytes) {
    grow(memory_, bytes, "device memory");
    return memory_.pointer;
}

DevicePointer Session::results(std::size_t bytes) {
    grow(results_, bytes, "device memory for results");
    driver_.check(driver_.cuMemsetD8_v2(results_.pointer, 0, bytes), "clearing results");
    return results_.pointer;
}

void* Session::pinned(std::size_t bytes) {
    if (pinned_bytes_ >= bytes) return pinned_;
    if (pinned_ != nullptr) (void)driver_.cuMemFreeHost(pinned_);
    pinned_ = nullptr;
    pinned_bytes_ = 0;
    driver_.check(driver_.cuMemHostAlloc(&pinned_, bytes, 0), "pinned memory of the host");
    pinned_bytes_ = bytes;
    return pinned_;
}

std::size_t Session::free_bytes() const {
    std::size_t free = 0, total = 0;
    driver_.check(driver_.cuMemGetInfo_v2(&free, &total), "asking for free memory");
    return free + memory_.bytes;
}

void Session::launch(Function function, const Geometry& geometry, const GpuFrame& frame) const {
    GpuFrame copy = frame;
    void* parameters[] = {&copy};
    driver_.check(
        driver_.cuLaunchKernel(function, geometry.blocks, 1, 1, geometry.threads, 1, 1, geometry.shared_bytes,
                               nullptr, static_cast<void**>(parameters), nullptr),
        "launching the kernel");
}

void Session::record_start() const {
    driver_.check(driver_.cuEventRecord(start_, nullptr), "recording the start");
}

void Session::record_end() const {
    driver_.check(driver_.cuEventRecord(end_, nullptr), "recording the end");
}

double Session::elapsed() const {
    driver_.check(driver_.cuEventSynchronize(end_), "waiting for the kernel");
    float milliseconds = 0;
    driver_.check(driver_.cuEventElapsedTime(&milliseconds, start_, end_), "reading the time");
    return 1e-3 * static_cast<double>(milliseconds);
}

std::array<std::uint64_t, 4> Session::stamps() const {
    std::array<std::uint64_t, 4> stamps{};
    driver_.check(driver_.cuMemcpyDtoH_v2(stamps.data(), stamps_.pointer, sizeof stamps),
                  "reading the clocks");
    return stamps;
}

}  // namespace mansard::kernels::cuda
