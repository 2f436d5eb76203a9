// Work on one GPU: its context, the kernels loaded into it, and memory. A fault of a kernel makes a context
// useless; then a session is thrown away and the next one begins anew.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "kernels/cuda/driver.hpp"
#include "kernels/cuda/frame.cuh"
#include "kernels/cuda/launch.hpp"

namespace mansard::kernels::cuda {

/// How large a grid is, and its blocks.
struct Geometry {
    unsigned blocks = 1, threads = 1, shared_bytes = 0;
};

class Session {
  public:
    /// Throws DriverError where the context cannot be made.
    Session(const Driver& driver, int index);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const Driver& driver() const { return driver_; }
    Context context() const { return context_; }
    DeviceHandle device() const { return device_; }

    /// The kernel `symbol` of the image. Throws DriverError where this GPU or driver cannot have it.
    Function function(std::string_view image, std::string_view symbol);
    /// Sets the shared memory and the carve-out that the kernel wants.
    void configure(Function function, const GpuLaunch& launch) const;

    /// How many blocks of it an SM holds at a time, by registers, threads and shared memory.
    unsigned resident_blocks(Function function, const Geometry& geometry) const;

    /// Device memory of at least `bytes`; what it held before is gone where it had to grow.
    DevicePointer memory(std::size_t bytes);
    /// A second buffer for results, zeroed.
    DevicePointer results(std::size_t bytes);
    /// Pinned memory of the host.
    void* pinned(std::size_t bytes);
    std::size_t free_bytes() const;

    /// Puts a launch into the stream and returns at once.
    void launch(Function function, const Geometry& geometry, const GpuFrame& frame) const;
    void record_start() const;
    void record_end() const;
    /// Waits for the end; seconds between the two records.
    double elapsed() const;

    /// Cycles and nanoseconds of the last launch's stamps: {cycles, ns} before and after.
    std::array<std::uint64_t, 4> stamps() const;
    DevicePointer stamps_at() const { return stamps_.pointer; }

  private:
    struct Buffer {
        DevicePointer pointer = 0;
        std::size_t bytes = 0;
    };
    void grow(Buffer& buffer, std::size_t bytes, const char* what) const;

    const Driver& driver_;
    DeviceHandle device_ = 0;
    Context context_ = nullptr;
    Event start_ = nullptr, end_ = nullptr;
    std::map<std::string, Module, std::less<>> modules_;
    Buffer memory_, results_, stamps_;
    void* pinned_ = nullptr;
    std::size_t pinned_bytes_ = 0;
};

}  // namespace mansard::kernels::cuda
