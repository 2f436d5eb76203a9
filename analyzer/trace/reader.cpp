#include "analyzer/trace/reader.hpp"

#include <fmt/format.h>

#include "analyzer/trace/batch_parser.hpp"
#include "analyzer/trace/input.hpp"
#include "analyzer/trace/splitter.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer::trace {

Trace read_trace(const std::filesystem::path& path, const EventSink& event, const FaultSink& fault) {
    Trace trace;
    Input input(path);
    Splitter splitter(input);
    BatchParser parser;
    const EventSink counted = [&](const Event& one) {
        ++trace.events;
        event(one);
    };
    const Splitter::Ending ending = splitter.run(
        [&](std::string_view key, std::string_view value) {
            trace.members.try_emplace(std::string(key), value);
        },
        [&](Batch batch) {
            parser.parse(batch, counted, [&](std::uint64_t at, std::string_view text, std::string reason) {
                fault(fmt::format("byte {}", at), text, std::move(reason));
            });
        });
    trace.mended = parser.mended();
    if (ending == Splitter::Ending::not_a_trace)
        throw Error(Exit::bad_input,
                    input.damage().empty()
                        ? fmt::format("at byte {} begins no JSON object and no array", splitter.offset())
                        : input.damage(),
                    {.where = input_name(path),
                     .expected = "a Chrome trace: \"traceEvents\", or an array of events"});
    if (!splitter.has_events())
        throw Error(Exit::bad_input,
                    ending == Splitter::Ending::whole
                        ? fmt::format("there is no \"traceEvents\" array up to byte {}", splitter.offset())
                        : fmt::format("the file breaks off at byte {}, before any event", splitter.offset()),
                    {.where = input_name(path),
                     .expected = "a Chrome trace: \"traceEvents\", or an array of events"});
    if (ending == Splitter::Ending::whole && splitter.goes_on())
        trace.more_at = fmt::format("byte {}", splitter.offset());
    if (ending == Splitter::Ending::too_long)
        trace.cut_at = fmt::format("byte {}: an element does not end within 64 MiB", splitter.offset());
    else if (ending != Splitter::Ending::whole)
        trace.cut_at =
            fmt::format("byte {}{}{}", splitter.offset(), input.damage().empty() ? "" : ": ", input.damage());
    return trace;
}

int looks_like_trace(std::string_view head) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return 0;
    const bool phases = head.find("\"ph\"") != std::string_view::npos;
    if (head[first] == '{' && head.find("\"traceEvents\"") != std::string_view::npos) return phases ? 80 : 60;
    return head[first] == '[' && phases && head.find("\"ts\"") != std::string_view::npos ? 70 : 0;
}

}  // namespace mansard::analyzer::trace
