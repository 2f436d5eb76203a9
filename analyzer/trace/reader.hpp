// Chrome traces (JSON, .json.gz) of any size: what PyTorch, CANN and many others write.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "analyzer/trace/event.hpp"

namespace mansard::analyzer::trace {

/// What a trace says besides its events.
struct Trace {
    std::map<std::string, std::string, std::less<>> members{};  ///< of the top object, as JSON text
    std::size_t events = 0;                                     ///< whole ones
    std::size_t mended = 0;  ///< of these, those whose text was no JSON or no character in some place
    std::string cut_at{};    ///< where and why the file breaks off; empty if it is whole
    std::string more_at{};   ///< where something follows the whole document; empty if nothing does
};

using EventSink = std::function<void(const Event&)>;
/// An element of the array that is no event: "byte 123", its text, and the reason.
using FaultSink = std::function<void(const std::string& where, std::string_view text, std::string reason)>;

/// Reads the events of an array, or of an object's "traceEvents", in the order of the file. An event that is
/// no JSON object goes to `fault`, with the byte where its text goes wrong; of a file that breaks off, the
/// whole events are read. Throws Error{bad_input} if the file cannot be read or is no JSON with events.
Trace read_trace(const std::filesystem::path& path, const EventSink& event, const FaultSink& fault);

/// How sure it is, 0 … 100, that a file that begins so (unpacked) is a Chrome trace at all.
int looks_like_trace(std::string_view head);

}  // namespace mansard::analyzer::trace
