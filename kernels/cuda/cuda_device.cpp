#include "kernels/cuda/cuda_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/quantity.hpp"
#include "kernels/cuda/reference.hpp"
#include "kernels/cuda/shape.hpp"
#include "kernels/measure/team.hpp"

namespace mansard::kernels::cuda {
namespace {

constexpr std::string_view support = "sm_75/support";
/// Long enough to reach the temperature and the power at which the clock settles.
constexpr double heating_s = 2;
/// A GPU that idles this long cools and clocks up again.
constexpr double still_hot_s = 0.2;
/// Shorter stretches than this are not long against the nanosecond clock's ticks (1 µs on some chips).
constexpr std::uint64_t least_stamped_ns = 1'000'000;

bool is_sustained(const Target& target) {
    return target.condition == Condition::sustained || target.condition == Condition::sustained_zeros;
}

bool is_of_zeros(const Target& target) {
    return target.condition == Condition::zeros || target.condition == Condition::sustained_zeros;
}

/// What a check needs to read arrays back.
struct Source {
    const Session* session;
    const GpuFrame* frame;
};

std::vector<std::uint32_t> read_words(void* device, int array, std::uint64_t first, std::uint64_t count) {
    const auto& [session, frame] = *static_cast<const Source*>(device);
    std::vector<std::uint32_t> values(4 * count);
    const std::uint64_t at = (static_cast<std::uint64_t>(array) * frame->words + first) * sizeof(Word);
    const Status status = session->driver().cuMemcpyDtoH_v2(
        values.data(), reinterpret_cast<DevicePointer>(frame->memory) + at, count * sizeof(Word));
    if (status != status_success) values.clear();
    return values;
}

}  // namespace

CudaDevice::CudaDevice(const Driver& driver, Machine host, Gpu gpu)
    : driver_(driver),
      machine_(std::move(host)),
      gpu_(std::move(gpu)),
      nvml_(gpu_.uuid),
      session_(std::make_unique<Session>(driver, gpu_.index)) {
    machine_.gpus = {gpu_};
}

CudaDevice::~CudaDevice() = default;

void CudaDevice::begin_session() {
    try {
        session_ = std::make_unique<Session>(driver_, gpu_.index);
    } catch (const DriverError&) {
        lost_by_ = fault_;
        throw;
    }
    fault_.reset();
}

void CudaDevice::lose_session(const DriverError& error) {
    if (session_ != nullptr && error.is_sticky()) {
        std::string words = error.what();
        // It becomes a part of a sentence.
        if (words.ends_with('.')) words.pop_back();
        fault_ = Fault{kernel_name(*current_.kernel), std::move(words)};
    }
    link_.reset();
    session_.reset();
    loaded_.clear();
}

std::optional<std::string> CudaDevice::load(const Experiment& experiment, double trial_s) {
    std::string reason = why_not_here(experiment.kernel->gpu, gpu_.architecture);
    if (!reason.empty()) return reason;
    try {
        if (session_ == nullptr) begin_session();
        const bool hot = loaded_ == experiment.name() && now() - last_end_s_ < still_hot_s;
        prepare(experiment);
        find_passes(experiment, trial_s);
        if (is_sustained(experiment.target) && !hot) heat();
        trial();  // warm: code, clocks, TLBs
        loaded_ = experiment.name();
    } catch (const DriverError& error) {
        reason = error.what();
        if (error.is_sticky() || error.code() == status_out_of_memory) lose_session(error);
        return reason;
    }
    return std::nullopt;
}

void CudaDevice::prepare(const Experiment& experiment) {
    const KernelDesc& kernel = *experiment.kernel;
    const GpuLaunch& launch = kernel.gpu;
    current_ = experiment;
    geometry_ = geometry_of(kernel, gpu_.sms);
    frame_ = {.memory = nullptr,
              .words = 0,
              .passes = 1,
              .result = nullptr,
              .stamps = reinterpret_cast<std::uint64_t*>(session_->stamps_at()),
              .mask = is_of_zeros(experiment.target) ? 0 : ~0U,
              .parameter = launch.parameter};
    clock_hz_.reset();
    steps_ = 0;
    set_bytes_ = 0;
    link_.reset();
    if (launch.counted == Counted::copies) {
        frame_.words = experiment.set_bytes / sizeof(Word);
        set_bytes_ = static_cast<double>(experiment.set_bytes);
        link_ = std::make_unique<Link>(*session_, experiment.target, experiment.set_bytes);
        return;
    }
    function_ = session_->function(launch.image, launch.symbol);
    session_->configure(function_, launch);
    geometry_ = fitted(kernel, geometry_, gpu_.sms, session_->resident_blocks(function_, geometry_));
    const std::size_t results =
        static_cast<std::size_t>(geometry_.blocks) * geometry_.threads * launch.result_bytes;
    frame_.result = reinterpret_cast<unsigned char*>(session_->results(std::max<std::size_t>(results, 16)));
    if (kernel.arrays > 0) prepare_memory();
}

void CudaDevice::prepare_memory() {
    const KernelDesc& kernel = *current_.kernel;
    frame_.words = words_of(kernel, geometry_, current_.set_bytes);
    if (frame_.words == 0)
        throw DriverError(status_success, fmt::format("a set of {} is too small for {}",
                                                      binary_size(static_cast<double>(current_.set_bytes)),
                                                      kernel_name(kernel)));
    const std::size_t bytes = frame_.words * sizeof(Word) * static_cast<std::size_t>(kernel.arrays);
    if (const std::size_t free = session_->free_bytes(); bytes > free)
        throw DriverError(
            status_out_of_memory,
            fmt::format("its set of {} does not fit into the {} of device memory that are free: another "
                        "process may hold the rest",
                        binary_size(static_cast<double>(bytes)), binary_size(static_cast<double>(free))));
    frame_.memory = reinterpret_cast<unsigned char*>(session_->memory(bytes));
    set_bytes_ = static_cast<double>(bytes);
    GpuFrame fill = frame_;
    fill.words = frame_.words * static_cast<std::uint64_t>(kernel.arrays);
    const Geometry grid{.blocks = static_cast<unsigned>(gpu_.sms) * 8, .threads = 256};
    if (kernel.gpu.contents == Contents::numbers)
        session_->launch(session_->function(support, "fill_numbers"), grid, fill);
    if (kernel.gpu.contents == Contents::floats)
        session_->launch(session_->function(support, "fill_floats"), grid, fill);
    if (kernel.gpu.contents == Contents::links) {
        fill.passes = link_factor;
        fill.parameter = link_term;
        session_->launch(session_->function(support, "fill_links"), grid, fill);
    }
}

void CudaDevice::submit() {
    const GpuLaunch& launch = current_.kernel->gpu;
    steps_before_ = steps_;
    if (launch.counted == Counted::steps) steps_ += static_cast<std::uint64_t>(elements_of_launch());
    session_->record_start();
    if (link_ != nullptr) {
        for (std::uint64_t pass = 0; pass < frame_.passes; ++pass) link_->copy();
    } else if (launch.counted == Counted::launches) {
        for (std::uint64_t pass = 0; pass < frame_.passes; ++pass)
            session_->launch(function_, geometry_, frame_);
    } else {
        session_->launch(function_, geometry_, frame_);
    }
    session_->record_end();
}

double CudaDevice::run_once() {
    submit();
    return session_->elapsed();
}

double CudaDevice::trial() {
    try {
        submit();
        // With the kernel in flight: an idle GPU tells of idle clocks.
        GpuState state = nvml_.state();
        for (const std::string& reason : state_.throttle_reasons)
            if (std::find(state.throttle_reasons.begin(), state.throttle_reasons.end(), reason) ==
                state.throttle_reasons.end())
                state.throttle_reasons.push_back(reason);
        state_ = std::move(state);
        const double seconds = session_->elapsed();
        read_clock();
        elements_ = elements_of_launch();
        last_end_s_ = now();
        return seconds;
    } catch (const DriverError& error) {
        if (error.is_sticky()) lose_session(error);
        throw;
    }
}

void CudaDevice::read_clock() {
    clock_hz_.reset();
    const Counted counted = current_.kernel->gpu.counted;
    if (counted == Counted::copies || counted == Counted::launches) return;
    const auto [cycles, start, end_cycles, end] = session_->stamps();
    if (end > start + least_stamped_ns && end_cycles > cycles)
        clock_hz_ = 1e9 * static_cast<double>(end_cycles - cycles) / static_cast<double>(end - start);
}

double CudaDevice::elements_of_launch() const {
    return elements_of(*current_.kernel, geometry_, frame_.words, frame_.passes);
}

void CudaDevice::find_passes(const Experiment& experiment, double trial_s) {
    if (const auto known = passes_.find(experiment.name()); known != passes_.end()) {
        frame_.passes = known->second;
        return;
    }
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    frame_.passes = static_cast<std::uint64_t>(std::max(experiment.kernel->steps_per_trip, 1));
    for (;;) {
        run_once();
        const double seconds = std::min(run_once(), run_once());
        if (seconds >= trial_s || frame_.passes >= most) break;
        // In steps: the first launches are so short that their time says little.
        const double wanted = std::clamp(seconds > 0 ? 1.1 * trial_s / seconds : 100, 1.1, 100.0);
        frame_.passes = static_cast<std::uint64_t>(static_cast<double>(frame_.passes) * wanted) + 1;
        if (experiment.kernel->gpu.odd_passes) frame_.passes |= 1;
    }
    passes_[experiment.name()] = frame_.passes;
}

void CudaDevice::heat() {
    for (const double start = now(); now() - start < heating_s;) run_once();
}

std::vector<std::string> CudaDevice::verify() {
    const KernelDesc& kernel = *current_.kernel;
    if (kernel.gpu.check == nullptr && link_ == nullptr) return {};
    try {
        if (link_ != nullptr) {
            const std::string fault = link_->fault();
            return fault.empty() ? std::vector<std::string>{} : std::vector{"checksum: " + fault};
        }
        std::vector<std::byte> result(static_cast<std::size_t>(geometry_.blocks) * geometry_.threads *
                                      kernel.gpu.result_bytes);
        driver_.check(driver_.cuMemcpyDtoH_v2(result.data(), reinterpret_cast<DevicePointer>(frame_.result),
                                              result.size()),
                      "reading results");
        Source source{session_.get(), &frame_};
        const std::string fault = kernel.gpu.check({.passes = frame_.passes,
                                                    .words = frame_.words,
                                                    .steps_before = steps_before_,
                                                    .blocks = geometry_.blocks,
                                                    .threads = geometry_.threads,
                                                    .zeros = frame_.mask == 0,
                                                    .result = result.data(),
                                                    .read = read_words,
                                                    .device = &source});
        if (!fault.empty()) return {"checksum: " + fault};
    } catch (const DriverError& error) {
        if (error.is_sticky()) lose_session(error);
        return {fmt::format("not verified: {}", error.what())};
    }
    return {};
}

Environment CudaDevice::environment() {
    if (session_ == nullptr || loaded_.empty()) state_ = nvml_.state();
    Environment environment;
    environment.gpu = state_;
    state_.throttle_reasons.clear();
    return environment;
}

double CudaDevice::now() {
    return monotonic_seconds();
}

void CudaDevice::pause(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

}  // namespace mansard::kernels::cuda
