// Raw profiles of JAX and TensorFlow, made for tests: a protocol buffer XSpace, field by field.
#pragma once

#include <cstdint>
#include <map>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mansard::analyzer::testing {

/// A stat's value: a number of either kind, a text, or another stat's name.
struct Reference {
    std::string name;
};
using StatValue = std::variant<double, std::uint64_t, std::int64_t, std::string, Reference>;
using Stats = std::vector<std::pair<std::string, StatValue>>;

struct SpaceEvent {
    std::int64_t op = 0, offset_ps = 0, duration_ps = 0;
    std::int64_t runs = 0;  ///< summed up, in place of the offset
    Stats stats{};
};

/// Bytes that one run reads (1) or writes (2) in a memory: 1 HBM, 2 CMEM, 3 VMEM.
struct Access {
    std::uint64_t operation = 0, memory = 0, bytes = 0;
};

inline std::string breakdown(const std::vector<Access>& accesses) {
    std::string out;
    protozero::pbf_writer writer(out);
    for (const Access& access : accesses) {
        protozero::pbf_writer one(writer, 1);
        one.add_uint64(1, access.operation);
        one.add_uint64(2, access.memory);
        one.add_uint64(3, access.bytes);
    }
    return out;
}

class PlaneMaker {
  public:
    explicit PlaneMaker(std::string name, Stats stats = {})
        : name_(std::move(name)), stats_(std::move(stats)) {}

    /// The number by which events refer to the operation.
    std::int64_t op(const std::string& name, const Stats& stats, const std::string& display_name = "") {
        std::string out;
        protozero::pbf_writer writer(out);
        const auto id = static_cast<std::int64_t>(ops_.size()) + 1;
        writer.add_int64(1, id);
        writer.add_string(2, name);
        if (!display_name.empty()) writer.add_string(4, display_name);
        for (const auto& stat : stats) add_stat(writer, 5, stat);
        ops_.push_back(out);
        return id;
    }

    void line(const std::string& name, const std::vector<SpaceEvent>& events,
              std::int64_t timestamp_ns = 1000) {
        std::string out;
        protozero::pbf_writer writer(out);
        writer.add_int64(1, static_cast<std::int64_t>(lines_.size()) + 1);
        writer.add_string(2, name);
        writer.add_int64(3, timestamp_ns);
        for (const SpaceEvent& event : events) {
            protozero::pbf_writer one(writer, 4);
            one.add_int64(1, event.op);
            event.runs > 0 ? one.add_int64(5, event.runs) : one.add_int64(2, event.offset_ps);
            one.add_int64(3, event.duration_ps);
            for (const auto& stat : event.stats) add_stat(one, 4, stat);
        }
        lines_.push_back(out);
    }
    /// A line of these bytes, whatever they are.
    void raw_line(const std::string& bytes) { lines_.push_back(bytes); }

    std::string bytes() {
        std::string stats;
        protozero::pbf_writer stats_writer(stats);
        for (const auto& stat : stats_) add_stat(stats_writer, 6, stat);
        std::string out;
        protozero::pbf_writer writer(out);
        writer.add_int64(1, 1);
        writer.add_string(2, name_);
        for (const std::string& line : lines_) writer.add_message(3, line);
        for (std::size_t i = 0; i < ops_.size(); ++i)
            add_entry(writer, 4, static_cast<std::int64_t>(i) + 1, ops_[i]);
        for (const auto& [name, id] : stat_ids_) {
            std::string metadata;
            protozero::pbf_writer one(metadata);
            one.add_int64(1, id);
            one.add_string(2, name);
            add_entry(writer, 5, id, metadata);
        }
        return out + stats;
    }

  private:
    std::int64_t id(const std::string& name) {
        return stat_ids_.try_emplace(name, static_cast<std::int64_t>(stat_ids_.size()) + 1).first->second;
    }

    void add_stat(protozero::pbf_writer& writer, std::uint32_t field,
                  const std::pair<std::string, StatValue>& stat) {
        protozero::pbf_writer one(writer, field);
        one.add_int64(1, id(stat.first));
        if (const auto* real = std::get_if<double>(&stat.second)) one.add_double(2, *real);
        if (const auto* count = std::get_if<std::uint64_t>(&stat.second)) one.add_uint64(3, *count);
        if (const auto* whole = std::get_if<std::int64_t>(&stat.second)) one.add_int64(4, *whole);
        if (const auto* text = std::get_if<std::string>(&stat.second))
            one.add_string(stat.first == "memory_access_breakdown" ? 6 : 5, *text);
        if (const auto* other = std::get_if<Reference>(&stat.second))
            one.add_uint64(7, static_cast<std::uint64_t>(id(other->name)));
    }

    static void add_entry(protozero::pbf_writer& writer, std::uint32_t field, std::int64_t key,
                          const std::string& value) {
        protozero::pbf_writer entry(writer, field);
        entry.add_int64(1, key);
        entry.add_message(2, value);
    }

    std::string name_;
    Stats stats_;
    std::vector<std::string> lines_{}, ops_{};
    std::map<std::string, std::int64_t> stat_ids_{};
};

/// A file of these planes.
inline std::string space(const std::vector<std::string>& planes) {
    std::string out;
    protozero::pbf_writer writer(out);
    for (const std::string& plane : planes) writer.add_message(1, plane);
    return out;
}

}  // namespace mansard::analyzer::testing
