#include "analyzer/xprof/plane.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "analyzer/xprof/wire.hpp"

namespace mansard::analyzer::xprof {
namespace {

constexpr std::array<std::pair<std::string_view, StatName>, 26> names{{
    {"bytes_accessed", StatName::bytes_accessed},
    {"device_duration_ps", StatName::device_duration_ps},
    {"device_offset_ps", StatName::device_offset_ps},
    {"device_type_string", StatName::device_type},
    {"dma_stall_duration_ps", StatName::dma_stall_ps},
    {"flops", StatName::flops},
    {"gpu_device_name", StatName::gpu_name},
    {"hbm_utilization_percent", StatName::hbm_utilization},
    {"hlo_category", StatName::hlo_category},
    {"hlo_op", StatName::hlo_op},
    {"matrix_unit_utilization_percent", StatName::matrix_utilization},
    {"memcpy_details", StatName::memcpy_details},
    {"memory_access_breakdown", StatName::memory_breakdown},
    {"memory_bandwidth", StatName::gpu_memory_bandwidth},
    {"memset_details", StatName::memset_details},
    {"Memset_details", StatName::memset_details},
    {"model_flops", StatName::model_flops},
    {"peak_cmem_rd_bw_gigabytes_per_second", StatName::peak_cmem_read},
    {"peak_cmem_wr_bw_gigabytes_per_second", StatName::peak_cmem_write},
    {"peak_hbm_bw_gigabytes_per_second", StatName::peak_hbm},
    {"peak_teraflops_per_second", StatName::peak_flops},
    {"peak_vmem_rd_bw_gigabytes_per_second", StatName::peak_vmem_read},
    {"peak_vmem_wr_bw_gigabytes_per_second", StatName::peak_vmem_write},
    {"program_id", StatName::program_id},
    {"self_duration_ps", StatName::self_duration_ps},
    {"tf_op", StatName::tf_op},
}};

/// An entry of a map: its key, and its value's bytes.
std::pair<std::int64_t, std::string_view> map_entry(std::string_view entry) {
    std::pair<std::int64_t, std::string_view> out{};
    for (protozero::pbf_reader reader = message(entry); reader.next();) switch (reader.tag_and_type()) {
            case varint_field(1):
                out.first = reader.get_int64();
                break;
            case bytes_field(2):
                out.second = take_bytes(reader);
                break;
            default:
                reader.skip();
        }
    return out;
}

std::string_view name_in(std::string_view bytes) {
    std::string_view name;
    for (protozero::pbf_reader reader = message(bytes); reader.next();)
        if (reader.tag_and_type() == bytes_field(2))
            name = take_bytes(reader);
        else
            reader.skip();
    return name;
}

bool is_amount(double value) {
    return std::isfinite(value) && value >= 0;
}

void add(std::optional<double>& sum, double amount) {
    sum = sum.value_or(0) + amount;
}

/// One part of the breakdown: a memory (1 HBM, 2 CMEM, 3 VMEM), read (1) or written (2).
void add_access(std::string_view access, OpMeta& op) {
    std::uint64_t operation = 0, memory = 0, count = 0;
    for (protozero::pbf_reader reader = message(access); reader.next();) switch (reader.tag_and_type()) {
            case varint_field(1):
                operation = reader.get_uint64();
                break;
            case varint_field(2):
                memory = reader.get_uint64();
                break;
            case varint_field(3):
                count = reader.get_uint64();
                break;
            default:
                reader.skip();
        }
    const auto bytes = static_cast<double>(count);
    const bool read = operation == 1, written = operation == 2;
    if (memory == 1) {
        add(op.bytes.hbm, bytes);
        if (read) add(op.bytes.hbm_read, bytes);
        if (written) add(op.bytes.hbm_written, bytes);
    } else if (memory == 2 && (read || written)) {
        add(read ? op.bytes.cmem_read : op.bytes.cmem_write, bytes);
    } else if (memory == 3 && (read || written)) {
        add(read ? op.bytes.vmem_read : op.bytes.vmem_write, bytes);
    } else {
        op.other_memories += bytes;
    }
}

void read_breakdown(std::string_view bytes, OpMeta& op) {
    for (protozero::pbf_reader reader = message(bytes); reader.next();) {
        if (reader.tag_and_type() == bytes_field(1)) {
            op.has_breakdown = true;
            add_access(take_bytes(reader), op);
        } else {
            reader.skip();
        }
    }
}

}  // namespace

Plane::Plane(std::string_view bytes) {
    std::vector<std::string_view> stats;
    for (protozero::pbf_reader reader = message(bytes); reader.next();) switch (reader.tag_and_type()) {
            case bytes_field(2):
                name_ = take_bytes(reader);
                break;
            case bytes_field(3):
                lines_.push_back(take_bytes(reader));
                break;
            case bytes_field(4): {
                const auto [id, metadata] = map_entry(take_bytes(reader));
                events_[id] = metadata;
                break;
            }
            case bytes_field(5):
                add_stat_name(take_bytes(reader));
                break;
            case bytes_field(6):
                stats.push_back(take_bytes(reader));
                break;
            default:
                reader.skip();
        }
    // They may refer to names that come after them.
    for (const std::string_view stat : stats) stats_.push_back(read_stat(stat));
}

void Plane::add_stat_name(std::string_view entry) {
    const auto [id, metadata] = map_entry(entry);
    const std::string_view name = name_in(metadata);
    stat_names_[id] = name;
    meanings_.erase(id);
    for (const auto& [known, meaning] : names)
        if (known == name) meanings_[id] = meaning;
}

std::optional<StatName> Plane::meaning(const Stat& stat) const {
    const auto found = meanings_.find(stat.id);
    return found != meanings_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<double> Plane::number(StatName name) const {
    for (const Stat& stat : stats_)
        if (meaning(stat) == name && stat.number && is_amount(*stat.number)) return stat.number;
    return std::nullopt;
}

std::string_view Plane::text(StatName name) const {
    for (const Stat& stat : stats_)
        if (meaning(stat) == name) return stat.text;
    return {};
}

Stat Plane::read_stat(std::string_view bytes) const {
    Stat stat;
    const auto set = [&](auto number) {
        stat.number = static_cast<double>(number);
        stat.whole = static_cast<std::int64_t>(number);
    };
    for (protozero::pbf_reader reader = message(bytes); reader.next();) switch (reader.tag_and_type()) {
            case varint_field(1):
                stat.id = reader.get_int64();
                break;
            case double_field(2):
                stat.number = reader.get_double();
                break;
            case varint_field(3):
                set(reader.get_uint64());
                break;
            case varint_field(4):
                set(reader.get_int64());
                break;
            case bytes_field(5):
            case bytes_field(6):
                stat.text = take_bytes(reader);
                break;
            case varint_field(7): {
                const auto found = stat_names_.find(reader.get_int64());
                if (found != stat_names_.end()) stat.text = found->second;
                break;
            }
            default:
                reader.skip();
        }
    return stat;
}

std::optional<OpMeta> Plane::describe(std::int64_t event_metadata) const {
    const auto found = events_.find(event_metadata);
    if (found == events_.end()) return std::nullopt;
    OpMeta op;
    std::string_view display_name;
    for (protozero::pbf_reader reader = message(found->second); reader.next();)
        switch (reader.tag_and_type()) {
            case bytes_field(2):
                op.name = take_bytes(reader);
                break;
            case bytes_field(4):
                display_name = take_bytes(reader);
                break;
            case bytes_field(5):
                read_op_stat(read_stat(take_bytes(reader)), op);
                break;
            default:
                reader.skip();
        }
    // The name proper of an XLA operation is its whole text.
    if (!display_name.empty()) op.name = display_name;
    // Profiles without a breakdown take all bytes for HBM's, as XProf does. What a breakdown does not name
    // saw nothing.
    if (op.has_breakdown)
        for (const auto part : {&MemoryBytes::hbm, &MemoryBytes::cmem_read, &MemoryBytes::cmem_write,
                                &MemoryBytes::vmem_read, &MemoryBytes::vmem_write})
            op.bytes.*part = (op.bytes.*part).value_or(0);
    return op;
}

void Plane::read_op_stat(const Stat& stat, OpMeta& op) const {
    const auto amount = [&](std::optional<double>& to, std::string_view fault) {
        if (stat.number && is_amount(*stat.number))
            to = stat.number;
        else
            op.fault = fault;
    };
    const auto name = meaning(stat);
    if (!name) return;
    switch (*name) {
        case StatName::hlo_category:
            op.category = stat.text;
            break;
        case StatName::tf_op:
            op.framework_op = stat.text;
            break;
        case StatName::program_id:
            op.program = static_cast<std::uint64_t>(stat.whole);
            break;
        case StatName::flops:
            amount(op.flops, "its FLOPs are no number of FLOPs");
            break;
        case StatName::model_flops:
            amount(op.model_flops, "its model's FLOPs are no number of FLOPs");
            break;
        case StatName::bytes_accessed:
            if (!op.has_breakdown) amount(op.bytes.hbm, "its bytes are no number of bytes");
            break;
        case StatName::memory_breakdown: {
            op.bytes = {};
            read_breakdown(stat.text, op);
            break;
        }
        default:
            break;
    }
}

Planes planes_of(std::string_view space) {
    Planes out;
    protozero::pbf_reader reader = message(space);
    try {
        while (reader.next()) {
            if (reader.tag_and_type() == bytes_field(1))
                out.planes.push_back(take_bytes(reader));
            else
                reader.skip();
            out.read = space.size() - reader.length();
        }
    } catch (const protozero::exception&) {
        out.cut = true;
    }
    return out;
}

std::string_view name_of_plane(std::string_view plane) {
    try {
        for (protozero::pbf_reader reader = message(plane); reader.next();) {
            if (reader.tag_and_type() == bytes_field(2)) return take_bytes(reader);
            reader.skip();
        }
    } catch (const protozero::exception&) {
        // Of the first bytes of a file the last field is cut.
    }
    return {};
}

}  // namespace mansard::analyzer::xprof
