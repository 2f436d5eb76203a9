// Copies across a link by the copy engines: between the host's memory and the GPU's, and between two GPUs.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/target.hpp"
#include "kernels/cuda/session.hpp"

namespace mansard::kernels::cuda {

/// Memory of another GPU that this one reaches directly. That access belongs to the context alone: no setting
/// of a device is changed.
class Peer {
  public:
    /// Throws DriverError where the two cannot reach each other, or the other one has no memory left.
    Peer(const Session& session, int index, std::size_t bytes);
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    Context context() const { return context_; }
    DevicePointer memory() const { return memory_; }

  private:
    void release();

    const Session& session_;
    DeviceHandle device_ = 0;
    Context context_ = nullptr;
    DevicePointer memory_ = 0;
};

/// Two buffers of unlike contents, and copies of one to the other in the direction of the target's pattern.
class Link {
  public:
    /// `session` outlives it. Throws DriverError where a buffer cannot be had.
    Link(Session& session, const Target& target, std::size_t bytes);

    /// Puts one copy into the stream and returns at once, but for pageable memory.
    void copy() const;
    /// What is wrong with the buffer that was written last; empty: nothing.
    std::string fault() const;

  private:
    bool is_one_of(Pattern a, Pattern b) const { return pattern_ == a || pattern_ == b; }

    Session& session_;
    Pattern pattern_;
    std::size_t bytes_;
    DevicePointer own_ = 0;
    std::unique_ptr<Peer> peer_;
    std::vector<std::byte> pageable_;
    void* host_ = nullptr;
};

}  // namespace mansard::kernels::cuda
