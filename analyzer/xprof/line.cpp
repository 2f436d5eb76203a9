#include "analyzer/xprof/line.hpp"

#include <cmath>

#include "analyzer/xprof/wire.hpp"

namespace mansard::analyzer::xprof {
namespace {

/// Times beyond these are damage. Within them begin + duration fits into 64 bits: 46 days on one line, 11 in
/// one event, 92 on a device's clock.
constexpr std::int64_t most_line_ns = 4'000'000'000'000'000, most_offset_ps = most_line_ns * 1000,
                       most_duration_ps = 1'000'000'000'000'000'000, most_clock_ps = 2 * most_offset_ps;

bool within(std::int64_t value, std::int64_t most) {
    return value >= -most && value <= most;
}

struct RawEvent {
    Event event{};
    std::int64_t offset = 0;
    std::optional<std::int64_t> device_offset{}, device_duration{};
    bool damaged = false;
};

void read_event_stat(const Plane& plane, const Stat& stat, RawEvent& raw) {
    const auto meaning = plane.meaning(stat);
    if (!meaning) return;
    Event& event = raw.event;
    const auto amount = [&](std::optional<double>& to) {
        if (stat.number && std::isfinite(*stat.number) && *stat.number >= 0)
            to = stat.number;
        else
            raw.damaged = true;
    };
    switch (*meaning) {
        case StatName::device_offset_ps:
            raw.device_offset = stat.whole;
            break;
        case StatName::device_duration_ps:
            raw.device_duration = stat.whole;
            break;
        case StatName::self_duration_ps:
            event.self = stat.whole;
            break;
        case StatName::dma_stall_ps:
            event.dma_stall = stat.whole > 0 ? static_cast<double>(stat.whole) : 0;
            break;
        case StatName::flops:
            amount(event.flops);
            break;
        case StatName::model_flops:
            amount(event.model_flops);
            break;
        case StatName::bytes_accessed:
            amount(event.bytes);
            break;
        case StatName::program_id:
            event.program = static_cast<std::uint64_t>(stat.whole);
            break;
        case StatName::hlo_op:
            event.hlo_op = stat.text;
            break;
        case StatName::tf_op:
            event.framework_op = stat.text;
            break;
        case StatName::memcpy_details:
        case StatName::memset_details:
            event.copy = stat.text;
            event.is_set = *meaning == StatName::memset_details;
            break;
        default:
            break;
    }
}

RawEvent read_event(const Plane& plane, std::string_view bytes) {
    RawEvent raw;
    for (protozero::pbf_reader reader = message(bytes); reader.next();) switch (reader.tag_and_type()) {
            case varint_field(1):
                raw.event.metadata = reader.get_int64();
                break;
            case varint_field(2):
                raw.offset = reader.get_int64();
                raw.event.runs = 0;
                break;
            case varint_field(3):
                raw.event.duration = reader.get_int64();
                break;
            case bytes_field(4):
                read_event_stat(plane, plane.read_stat(take_bytes(reader)), raw);
                break;
            case varint_field(5):
                raw.event.runs = reader.get_int64();
                break;
            default:
                reader.skip();
        }
    return raw;
}

/// Where the event stands in time; false if that is no time.
bool place(RawEvent& raw, std::int64_t line_ns) {
    Event& event = raw.event;
    // The host's clock is fitted to the device's; the device's own tells neighbours apart.
    if (raw.device_offset && raw.device_duration) {
        event.begin = *raw.device_offset;
        event.duration = *raw.device_duration;
    } else {
        if (!within(raw.offset, most_offset_ps) || line_ns < 0 || line_ns > most_line_ns) return false;
        event.begin = line_ns * 1000 + raw.offset;
    }
    const bool self = !event.self || (*event.self >= 0 && *event.self <= most_duration_ps);
    return within(event.begin, most_clock_ps) && event.duration >= 0 && event.duration <= most_duration_ps &&
           event.runs >= 0 && self && !raw.damaged;
}

}  // namespace

Line read_line(std::string_view bytes) {
    Line line{.bytes = bytes};
    for (protozero::pbf_reader reader = message(bytes); reader.next();) switch (reader.tag_and_type()) {
            case bytes_field(2):
                line.name = take_bytes(reader);
                break;
            case varint_field(3):
                line.timestamp_ns = reader.get_int64();
                break;
            default:
                reader.skip();
        }
    return line;
}

std::size_t for_each_event(const Plane& plane, const Line& line, std::int64_t base_ns,
                           const std::function<void(const Event&)>& take) {
    // Unsigned, for the difference of two times that are none may not fit.
    const auto since = static_cast<std::int64_t>(static_cast<std::uint64_t>(line.timestamp_ns) -
                                                 static_cast<std::uint64_t>(base_ns));
    std::size_t damaged = 0;
    for (protozero::pbf_reader reader = message(line.bytes); reader.next();) {
        if (reader.tag_and_type() != bytes_field(4)) {
            reader.skip();
            continue;
        }
        const std::string_view bytes = take_bytes(reader);
        try {
            RawEvent raw = read_event(plane, bytes);
            if (place(raw, since))
                take(raw.event);
            else
                ++damaged;
        } catch (const protozero::exception&) {
            ++damaged;
        }
    }
    return damaged;
}

}  // namespace mansard::analyzer::xprof
