// Every kernel that this machine executes runs for a moment, and its check tells right from wrong.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <functional>

#include "kernels/cpu/checks.hpp"
#include "kernels/kernel.hpp"
#include "kernels/measure/arena.hpp"
#include "kernels/system/isa.hpp"

namespace mansard::kernels {
namespace {

/// Three trips over each array of `kernel` (four where that must be a power of two), 4 KiB for results: zero,
/// so that nothing is right by chance.
class Trial {
  public:
    explicit Trial(const KernelDesc& kernel)
        : bytes_(kernel.measures == Kind::latency ? 256 * kernel.granule
                                                  : (kernel.power_of_two ? 4 : 3) * kernel.granule *
                                                        static_cast<std::size_t>(kernel.arrays)),
          memory_(bytes_ + 4096),
          result_(4096) {
        memory_.touch(bytes_ + 4096);
        result_.touch(4096);
        std::memset(result_.data(), 0, 4096);
        const long passes = kernel.measures == Kind::compute   ? 1001
                            : kernel.measures == Kind::latency ? 8 * 17
                                                               : 3;
        frame = {.memory = memory_.data(), .bytes = bytes_, .passes = passes, .result = result_.data()};
        if (kernel.prepare != nullptr) kernel.prepare(frame);
    }
    Frame frame;

  private:
    std::size_t bytes_;
    Arena memory_, result_;
};

double expected_elements(const KernelDesc& kernel, const Frame& frame) {
    const auto passes = static_cast<double>(frame.passes);
    if (kernel.arrays == 0 || kernel.measures == Kind::latency) return passes;
    return passes * static_cast<double>(frame.bytes) / kernel.arrays / 8;
}

/// Calls `test` for every kernel that can be run, whose name is shown with a failure.
void for_each_executable(const std::function<void(const KernelDesc&)>& test) {
    int found = 0;
    for (const KernelDesc* kernel : all_kernels()) {
        if (!can_execute(kernel->isa)) continue;
        SCOPED_TRACE(kernel_name(*kernel));
        test(*kernel);
        ++found;
    }
    EXPECT_GT(found, 20);
}

TEST(Kernels, DoWhatTheyCountAndPassTheirCheck) {
    for_each_executable([](const KernelDesc& kernel) {
        const Trial trial(kernel);
        EXPECT_EQ(kernel.run(trial.frame), expected_elements(kernel, trial.frame));
        EXPECT_TRUE(kernel.check(trial.frame));
    });
}

TEST(Kernels, RunAgainWithTheSameResult) {
    for_each_executable([](const KernelDesc& kernel) {
        const Trial trial(kernel);
        const double elements = kernel.run(trial.frame);
        EXPECT_EQ(kernel.run(trial.frame), elements);
        EXPECT_TRUE(kernel.check(trial.frame));
    });
}

TEST(Kernels, WhatDidNotRunFailsItsCheck) {
    for_each_executable([](const KernelDesc& kernel) { EXPECT_FALSE(kernel.check(Trial(kernel).frame)); });
}

TEST(Kernels, OneCorruptedElementFailsTheCheck) {
    for_each_executable([](const KernelDesc& kernel) {
        const Trial trial(kernel);
        kernel.run(trial.frame);
        // Results for compute and chase; the first and the last element of the written (or read) array
        // elsewhere.
        if (kernel.measures == Kind::bandwidth) {
            const std::size_t length = trial.frame.bytes / static_cast<std::size_t>(kernel.arrays);
            for (const std::size_t at : {std::size_t{0}, length / 2 / 8 * 8, length - 8}) {
                trial.frame.memory[at] ^= std::byte{1};
                EXPECT_FALSE(kernel.check(trial.frame)) << "element at byte " << at;
                trial.frame.memory[at] ^= std::byte{1};
            }
        } else {
            // A chase leaves where it began before where it ended.
            const std::size_t at = kernel.measures == Kind::latency ? offsetof(ChaseTrace, end) : 0;
            trial.frame.result[at] ^= std::byte{1};
            EXPECT_FALSE(kernel.check(trial.frame));
            trial.frame.result[at] ^= std::byte{1};
        }
        EXPECT_TRUE(kernel.check(trial.frame));
    });
}

TEST(Kernels, AWrongNumberOfStepsFailsTheCheck) {
    for_each_executable([](const KernelDesc& kernel) {
        if (kernel.measures == Kind::bandwidth) return;
        Trial trial(kernel);
        kernel.run(trial.frame);
        for (const long wrong : {-8L, 8L}) {
            trial.frame.passes += wrong;
            EXPECT_FALSE(kernel.check(trial.frame)) << wrong;
            trial.frame.passes -= wrong;
        }
    });
}

TEST(Kernels, NothingIsWrittenBeyondTheSet) {
    for_each_executable([](const KernelDesc& kernel) {
        const Trial trial(kernel);
        std::byte* const beyond = trial.frame.memory + trial.frame.bytes;
        std::memset(beyond, 0x5a, 4096);
        kernel.run(trial.frame);
        for (std::size_t i = 0; i < 4096; ++i) ASSERT_EQ(beyond[i], std::byte{0x5a}) << "byte " << i;
    });
}

}  // namespace
}  // namespace mansard::kernels
