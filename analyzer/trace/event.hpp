// One event of a Chrome trace, as its reader hands it on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mansard::analyzer::trace {

/// A member of a JSON object; `value` is its JSON text ("3", "\"a\"", "[1,2]"), see trace/values.hpp.
struct Member {
    std::string_view key{};
    std::string_view value{};
};

/// Views hold until the sink returns. Times are exact: a double steps by 0.25 µs at today's dates.
struct Event {
    std::string_view phase{}, category{}, name{};
    std::string_view process{}, thread{}, id{};  ///< JSON text: numbers or strings
    std::optional<std::int64_t> start_ns{}, duration_ns{};
    std::span<const Member> args{};
    std::uint64_t offset = 0;  ///< of its first byte in the (unpacked) file

    /// The JSON text of an argument; empty if there is none.
    std::string_view arg(std::string_view key) const {
        for (const Member& member : args)
            if (member.key == key) return member.value;
        return {};
    }
};

}  // namespace mansard::analyzer::trace
