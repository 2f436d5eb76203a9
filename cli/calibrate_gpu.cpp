#include "cli/calibrate_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "kernels/cuda/calibrate.hpp"
#include "kernels/cuda/cuda_device.hpp"
#include "kernels/cuda/devices.hpp"
#include "kernels/cuda/images.hpp"
#include "kernels/cuda/plan.hpp"
#include "kernels/measure/filter.hpp"
#include "kernels/measure/round.hpp"

namespace mansard::cli {
namespace {

namespace cuda = kernels::cuda;

std::vector<Gpu> meant(const std::vector<Gpu>& gpus, const GpuRequest& request) {
    if (request.device == "all") return gpus;
    return {cuda::find_gpu(gpus, request.device)};
}

void require_kernels(const kernels::Plan& plan) {
    if (plan.cuda == nullptr)
        throw Error(Exit::usage, fmt::format("the plan {} measures nothing of a GPU", printable(plan.name)),
                    {.remedy = "add a \"cuda\" object to it, like that of configs/plans/standard.json"});
    if (cuda::images().empty())
        throw Error(Exit::no_device,
                    "this build has no GPU kernels: nvcc was not found when it was configured",
                    {.remedy = "build where the CUDA toolkit is installed, or use --device cpu"});
}

/// Every visible GPU but this one, also where only this one is measured.
std::vector<int> peers_of(const Gpu& gpu, const std::vector<Gpu>& gpus) {
    std::vector<int> peers;
    for (const Gpu& other : gpus)
        if (other.index != gpu.index) peers.push_back(other.index);
    return peers;
}

void measure_gpu(const cuda::Driver& driver, const Gpu& gpu, std::span<const int> peers,
                 const kernels::Plan& plan, const GpuRequest& request, const Machine& host,
                 std::optional<Samples>& samples) {
    const auto keep = [&](kernels::Experiments& experiments) {
        if (!request.filters.empty()) kernels::keep_matching_if_any(experiments, request.filters);
    };
    kernels::Experiments experiments = cuda::plan_experiments(plan, gpu, peers);
    if (!request.filters.empty()) kernels::keep_matching(experiments, request.filters);
    cuda::leave_out(request.faults, experiments);
    cuda::CudaDevice device(driver, host, gpu);
    // What the CPU's own environment was after its part stays beside the GPU's.
    std::optional<Environment> after_cpu;
    if (samples) {
        samples->machine.gpus.push_back(gpu);
        after_cpu = samples->after;
    } else {
        samples = kernels::start_samples(device, plan);
    }
    const double start_s = device.now(), seconds_before = samples->seconds;
    cuda::measure(
        device, plan, gpu, experiments, start_s, *samples,
        {.interrupted = [&] { return request.interrupted() || device.lost_by(); },
         .on_round = [&](const Samples& so_far,
                         double fraction) { request.on_round(so_far, fraction, device.now() - start_s); }},
        keep);
    samples->seconds = seconds_before + device.now() - start_s;
    if (after_cpu) {
        after_cpu->gpu = samples->after.gpu;
        samples->after = *after_cpu;
    }
    if (!device.lost_by()) return;
    if (request.on_lost) request.on_lost(*device.lost_by());
    // Nobody interrupted anything: the CPU's roofs are whole, and the note says what lacks of the GPU's.
    samples->complete = !request.interrupted();
    kernels::set_note(*samples,
                      {.severity = Severity::warning,
                       .code = fmt::format("cuda_{}_lost", gpu.index),
                       .text = fmt::format("a fault of {} ({}) ended the measurement of cuda:{}: this "
                                           "process could begin no more work on it",
                                           device.lost_by()->kernel, device.lost_by()->error, gpu.index),
                       .remedy = fmt::format("calibrate it by itself (--device cuda:{}): that begins anew "
                                             "without the kernel",
                                             gpu.index)});
}

}  // namespace

void require_gpu(const kernels::Plan& plan, const GpuRequest& request) {
    require_kernels(plan);
    const cuda::Driver driver;
    meant(cuda::visible_gpus(driver), request);
}

void measure_gpus(const kernels::Plan& plan, const GpuRequest& request, const Machine& host,
                  std::optional<Samples>& samples) {
    require_kernels(plan);
    const cuda::Driver driver;
    const std::vector<Gpu> gpus = cuda::visible_gpus(driver);
    for (const Gpu& gpu : meant(gpus, request)) {
        if (request.interrupted()) return;
        try {
            measure_gpu(driver, gpu, peers_of(gpu, gpus), *plan.cuda, request, host, samples);
        } catch (const Error& error) {
            // One that cannot be used loses no other's roofs.
            if (request.device != "all" || error.status() != Exit::no_device || !samples) throw;
            kernels::set_note(*samples,
                              {.severity = Severity::warning,
                               .code = fmt::format("cuda_{}_not_measured", gpu.index),
                               .text = fmt::format("cuda:{} is not measured: {}", gpu.index, error.what()),
                               .remedy = "see what nvidia-smi says of it"});
        }
    }
}

}  // namespace mansard::cli
