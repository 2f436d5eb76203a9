#include "kernels/cuda/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "core/error.hpp"
#include "kernels/cuda/nvml.hpp"

namespace mansard::kernels::cuda {
namespace {

std::string hidden_by_environment() {
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    return visible == nullptr ? "" : fmt::format(" (CUDA_VISIBLE_DEVICES is \"{}\")", printable(visible));
}

std::string text_of(const Uuid& uuid) {
    std::string text = "GPU-";
    for (std::size_t i = 0; i < uuid.bytes.size(); ++i)
        text += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid.bytes[i]);
    return text;
}

Gpu describe(const Driver& driver, int index, int version) {
    DeviceHandle handle = 0;
    driver.check(driver.cuDeviceGet(&handle, index), "asking for a GPU");
    const auto attribute = [&](DeviceAttribute which) {
        int value = 0;
        return driver.cuDeviceGetAttribute(&value, which, handle) == status_success ? value : 0;
    };
    const auto hertz = [&](DeviceAttribute which) {
        const int khz = attribute(which);
        return khz > 0 ? std::optional(1e3 * khz) : std::nullopt;
    };
    std::array<char, 256> name{};
    driver.check(driver.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, handle),
                 "asking for its name");
    Uuid uuid{};
    driver.check(driver.cuDeviceGetUuid_v2(&uuid, handle), "asking for its UUID");
    std::size_t memory = 0;
    driver.check(driver.cuDeviceTotalMem_v2(&memory, handle), "asking for its memory");
    Gpu gpu{.index = index,
            .uuid = text_of(uuid),
            .name = name.data(),
            .architecture = 10 * attribute(DeviceAttribute::architecture_major) +
                            attribute(DeviceAttribute::architecture_minor),
            .sms = attribute(DeviceAttribute::multiprocessors),
            .memory_bytes = static_cast<double>(memory),
            .l2_bytes = static_cast<double>(attribute(DeviceAttribute::l2_bytes)),
            .shared_bytes_per_sm =
                static_cast<double>(attribute(DeviceAttribute::shared_bytes_per_multiprocessor)),
            .clock_hz = hertz(DeviceAttribute::clock_khz),
            .memory_clock_hz = hertz(DeviceAttribute::memory_clock_khz),
            .driver = fmt::format("{}.{}", version / 1000, version % 1000 / 10),
            .ecc = attribute(DeviceAttribute::ecc_enabled) != 0};
    if (const int bits = attribute(DeviceAttribute::memory_bus_bits); bits > 0) gpu.memory_bus_bits = bits;
    Nvml(gpu.uuid).describe(gpu);
    return gpu;
}

std::string those_there(const std::vector<Gpu>& gpus) {
    std::string text;
    for (const Gpu& gpu : gpus)
        text += fmt::format("{}cuda:{} ({}, {})", text.empty() ? "" : ", ", gpu.index, gpu.name, gpu.uuid);
    return text;
}

}  // namespace

std::vector<Gpu> visible_gpus(const Driver& driver) {
    int version = 0, count = 0;
    if (driver.cuDriverGetVersion(&version) != status_success || version <= 0)
        throw Error(Exit::no_device, "NVIDIA's driver does not tell its version",
                    {.remedy = "install a driver that matches the kernel module, or use --device cpu"});
    const int needed = MANSARD_CUDA_TOOLKIT_MAJOR;
    if (needed > 0 && version / 1000 < needed)
        throw Error(Exit::no_device,
                    fmt::format("the driver supports CUDA {}.{}, and the kernels of this build need CUDA {}",
                                version / 1000, version % 1000 / 10, needed),
                    {.remedy = "update NVIDIA's driver, or build with the toolkit that it supports"});
    const Status started = driver.cuInit(0);
    if (started != status_success)
        throw Error(Exit::no_device,
                    fmt::format("NVIDIA's driver does not start: {}{}", driver.name_of(started),
                                hidden_by_environment()),
                    {.expected = "a GPU whose device files (/dev/nvidia*) this user may open",
                     .remedy = "see nvidia-smi, or use --device cpu"});
    if (driver.cuDeviceGetCount(&count) != status_success || count == 0)
        throw Error(Exit::no_device, "the driver shows no GPU" + hidden_by_environment(),
                    {.remedy = "see nvidia-smi and CUDA_VISIBLE_DEVICES, or use --device cpu"});
    std::vector<Gpu> gpus;
    for (int index = 0; index < count; ++index) gpus.push_back(describe(driver, index, version));
    return gpus;
}

const Gpu& find_gpu(const std::vector<Gpu>& gpus, const std::string& wanted) {
    const std::string which = wanted.size() > 5 ? wanted.substr(5) : "0";
    int index = -1;
    const auto [end, error] = std::from_chars(which.data(), which.data() + which.size(), index);
    const bool by_index = error == std::errc() && end == which.data() + which.size();
    const auto meant = [&](const Gpu& gpu) {
        return by_index ? gpu.index == index : gpu.uuid.starts_with(which);
    };
    const auto found = std::find_if(gpus.begin(), gpus.end(), meant);
    if (found == gpus.end() || std::find_if(found + 1, gpus.end(), meant) != gpus.end())
        throw Error(Exit::no_device,
                    fmt::format("\"{}\" is {}{}", printable(wanted),
                                found == gpus.end() ? "no GPU that is visible here" : "more than one GPU",
                                hidden_by_environment()),
                    {.expected = those_there(gpus)});
    return *found;
}

}  // namespace mansard::kernels::cuda
