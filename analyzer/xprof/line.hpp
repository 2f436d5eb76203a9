// The timelines of a plane: which operation ran when.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "analyzer/xprof/plane.hpp"

namespace mansard::analyzer::xprof {

struct Line {
    std::string_view name{};
    std::int64_t timestamp_ns = 0;  ///< that its events' offsets count from
    std::string_view bytes{};
};
Line read_line(std::string_view bytes);

/// One run of an operation, or several that the profiler summed up.
struct Event {
    std::int64_t metadata = 0;
    std::int64_t begin = 0,
                 duration = 0;           ///< ps since `base_ns`, or on the device's clock where that is known
    std::int64_t runs = 0;               ///< that were summed up, without a begin; 0: it is one
    std::optional<std::int64_t> self{};  ///< ps
    std::optional<double> flops{}, model_flops{}, bytes{};  ///< of this run, where it has its own
    double dma_stall = 0;                                   ///< ps
    std::uint64_t program = 0;
    std::string_view hlo_op{}, framework_op{};
    std::string_view copy{};  ///< what is written of a copy: "size:4096 …"
    bool is_set = false;      ///< the copy is a memset

    std::int64_t end() const { return begin + duration; }
};

/// Calls `take` for each event in the order of the file. Returns how many are damaged: no protocol buffer, or
/// a time that is none.
std::size_t for_each_event(const Plane& plane, const Line& line, std::int64_t base_ns,
                           const std::function<void(const Event&)>& take);

}  // namespace mansard::analyzer::xprof
