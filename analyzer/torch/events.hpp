// What is kept of a PyTorch trace: work on devices, and what ran on the host around it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/point.hpp"
#include "analyzer/torch/interner.hpp"
#include "analyzer/trace/event.hpp"

namespace mansard::analyzer::torch {

inline constexpr std::uint32_t no_text = UINT32_MAX;
inline constexpr std::int64_t no_id = INT64_MIN;

enum class Work : std::uint8_t { kernel, to_device, to_host, within_device, between_devices, set, counters };

/// Something that a device did. Times in ns of the trace.
struct DeviceEvent {
    std::int64_t start = 0, duration = 0;
    std::int64_t external = no_id, correlation = no_id, stream = no_id;
    std::uint32_t name = no_text, grid = no_text, block = no_text;
    std::uint32_t counters = no_text;  ///< index into Events::counters
    std::int32_t device = -1;
    Work work = Work::kernel;
    double bytes = -1;  ///< of a copy; -1: not recorded
};

enum class Frame : std::uint8_t { op, annotation, module, step };

/// Something that ran on the host, and may hold others.
struct HostEvent {
    std::int64_t start = 0, end = 0;
    std::int64_t external = no_id;
    std::int64_t sequence = no_id;  ///< joins an op's backward pass with its forward pass
    std::uint32_t name = no_text;
    std::uint32_t call = no_text;  ///< shapes, types and values, of operations that a cost model knows
    std::uint32_t thread = 0;
    Frame frame = Frame::op;
    bool is_backward = false;
};

/// A call of the runtime by which a device got its work.
struct LaunchEvent {
    std::int64_t correlation = no_id, start = 0;
    std::uint32_t thread = 0;
    double bytes = -1;  ///< of a copy, where the runtime's event has them
};

struct Counter {
    std::uint32_t name = no_text;
    double value = 0;
};

struct Events {
    Interner names{}, calls{}, threads{};
    std::vector<DeviceEvent> device{};
    std::vector<HostEvent> host{};
    std::vector<LaunchEvent> launches{};
    std::vector<std::vector<Counter>> counters{};  ///< of ranges
    std::vector<Rejected> rejected{};
    std::int64_t first = INT64_MAX, last = INT64_MIN;  ///< of all that is kept or launched
    bool has_shapes = false;                           ///< some op has the shapes of its tensors
    bool whole_microseconds = true;                    ///< all times of the devices are
};

/// Sorts events into Events as they are read.
class Collector {
  public:
    Collector(Events& events, std::string source) : events_(events), source_(std::move(source)) {}

    void add(const trace::Event& event);
    /// An element that is no event at all.
    void reject(const std::string& where, std::string_view text, std::string reason);

  private:
    void add_device(const trace::Event& event, Work work);
    void add_host(const trace::Event& event, Frame frame);
    void add_launch(const trace::Event& event);
    bool timed(const trace::Event& event);
    std::uint32_t thread_of(const trace::Event& event);
    std::uint32_t call_of(const trace::Event& event, std::uint32_t name);

    Events& events_;
    std::string source_;
    std::string scratch_{};
    std::vector<signed char> has_cost_{};  ///< by name: -1 not yet asked
};

/// Separates the parts of a call's text: dimensions, types, values, strides, each JSON.
inline constexpr char part_mark = '\x1f';

}  // namespace mansard::analyzer::torch
