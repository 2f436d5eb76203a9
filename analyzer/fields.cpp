#include "analyzer/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using Kind = Field::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 8> plain_fields{
    {{"name", Kind::name},
     {"device", Kind::device},
     {"category", Kind::category},
     {"step", Kind::step},
     {"seconds", Kind::seconds},
     {"calls", Kind::calls},
     {"threads", Kind::threads},
     {"bytes_in_flight", Kind::bytes_in_flight}}};

/// More distinct devices or categories than this are no labels but names; they are not kept for sharing.
constexpr std::size_t most_labels = 4096;

/// A total may differ from the sum of its parts by the rounding of whoever wrote it.
constexpr double same_total = 0.01;

constexpr double most_threads = 1e6;

/// Nearly all names are, and need no look at each character.
bool is_ascii(std::string_view text) {
    unsigned char all = 0;
    for (const char c : text) all |= static_cast<unsigned char>(c);
    return all < 0x80;
}

}  // namespace

Field parse_field(std::string_view name) {
    for (const auto& [spelling, kind] : plain_fields)
        if (spelling == name) return {.kind = kind};
    if (name.starts_with("flops_")) {
        name.remove_prefix(6);
        const bool tensor = name.starts_with("tensor.");
        if (tensor) name.remove_prefix(7);
        if (const auto dtype = parse_name<Dtype>(name))
            return {.kind = Kind::flops, .dtype = *dtype, .engine = tensor ? Engine::matrix : Engine::vector};
        return {};
    }
    if (!name.starts_with("bytes_")) return {};
    name.remove_prefix(6);
    Kind kind = Kind::bytes;
    if (name.ends_with("_read")) kind = Kind::bytes_read, name.remove_suffix(5);
    if (name.ends_with("_written")) kind = Kind::bytes_written, name.remove_suffix(8);
    if (const auto level = parse_name<Level>(name)) return {.kind = kind, .level = *level};
    return {};
}

std::string_view field_vocabulary() {
    return "name, seconds, calls, device, threads, category, step, flops_<dtype>, flops_tensor.<dtype>, "
           "bytes_<level>, "
           "bytes_<level>_read, bytes_<level>_written, bytes_in_flight";
}

void PointBuilder::start() {
    // The lists stay empty here, and what finish() moved away is empty. Cheaper than a new point each time.
    point_.name.clear();
    point_.device = {}, point_.category = {}, point_.step = {};
    point_.threads.reset();
    point_.calls = 1;
    point_.seconds.reset();
    point_.details.reset();
    point_.notes.clear();
    flops_.clear();
    bytes_.clear();
    basis_ = Basis::architectural;
    reason_.clear();
    checked_ = false;
}

Label PointBuilder::shared(std::string_view text) {
    const auto found = labels_.find(text);
    if (found != labels_.end()) return found->second;
    Label label(escape_invalid_utf8(text));
    if (labels_.size() < most_labels) labels_.emplace(std::string(text), label);
    return label;
}

void PointBuilder::set_text(const Field& field, std::string_view text) {
    switch (field.kind) {
        case Kind::name:
            if (is_ascii(text))
                point_.name = text;
            else
                point_.name = escape_invalid_utf8(text);
            break;
        case Kind::device:
            point_.device = shared(text);
            break;
        case Kind::category:
            point_.category = shared(text);
            break;
        case Kind::step:
            point_.step = shared(text);
            break;
        default:
            break;
    }
}

void PointBuilder::reject(std::string reason) {
    if (reason_.empty()) reason_ = std::move(reason);
}

PointBuilder::LevelBytes& PointBuilder::bytes_at(Level level) {
    for (LevelBytes& known : bytes_)
        if (known.bytes.level == level) return known;
    return bytes_.emplace_back(LevelBytes{.bytes = {.level = level}});
}

void PointBuilder::take_total(LevelBytes& of, double value) {
    of.bytes.count = value;
    of.total_given = true;
}

void PointBuilder::set_number(const Field& field, const ReadNumber& number, std::string_view spelled,
                              std::string_view text) {
    if (number.fault != nullptr) return reject(fault_text(spelled, text, number.fault));
    const double value = number.value;
    switch (field.kind) {
        case Kind::seconds:
            point_.seconds = value;
            break;
        case Kind::calls:
            if (value <= 0) return reject(fault_text(spelled, text, "is no number of calls"));
            point_.calls = value;
            break;
        case Kind::threads:
            if (value < 1 || value > most_threads || value != std::floor(value))
                return reject(fault_text(spelled, text, "is no number of threads"));
            point_.threads = static_cast<int>(value);
            break;
        case Kind::bytes_in_flight: {
            if (value <= 0) return reject(fault_text(spelled, text, "is no number of bytes in flight"));
            Details details;
            details.metrics.push_back({std::string(bytes_in_flight_metric), value});
            point_.details = std::make_shared<const Details>(std::move(details));
            break;
        }
        case Kind::flops:
            flops_.push_back({.dtype = field.dtype, .engine = field.engine, .count = value});
            break;
        case Kind::bytes:
            take_total(bytes_at(field.level), value);
            break;
        case Kind::bytes_read:
            bytes_at(field.level).bytes.read = value;
            break;
        case Kind::bytes_written:
            bytes_at(field.level).bytes.written = value;
            break;
        default:
            break;
    }
}

const std::string& PointBuilder::reason() {
    if (checked_) return reason_;
    checked_ = true;
    if (point_.name.empty()) reject("it has no name");
    for (LevelBytes& known : bytes_) {
        ByteCount& bytes = known.bytes;
        if (!bytes.read && !bytes.written) continue;
        const double parts = bytes.read.value_or(0) + bytes.written.value_or(0);
        const bool both = bytes.read && bytes.written;
        if (!std::isfinite(parts)) {
            reject(fmt::format("bytes_{} read and written together are beyond the range of numbers",
                               name_of(bytes.level)));
        } else if (!known.total_given) {
            bytes.count = parts;
            bytes.at_least = !both;
            if (!both)
                point_.notes.push_back(
                    fmt::format("of {} only the bytes {} are known: the total is at least that",
                                name_of(bytes.level), bytes.read ? "read" : "written"));
        } else if (both ? std::abs(parts - bytes.count) > same_total * bytes.count
                        : parts > bytes.count * (1 + same_total)) {
            reject(fmt::format("bytes_{0} is not the sum of bytes_{0}_read and bytes_{0}_written",
                               name_of(bytes.level)));
        } else if (bytes.read) {
            bytes.written = std::max(bytes.count - *bytes.read, 0.0);
        } else {
            bytes.read = std::max(bytes.count - *bytes.written, 0.0);
        }
    }
    return reason_;
}

Point PointBuilder::finish() {
    // Made at their place and size: a list that is assigned, or grows, leaves its memory in the arena unused.
    ByteCounts bytes(&arena_);
    bytes.reserve(bytes_.size());
    for (LevelBytes& known : bytes_) {
        known.bytes.basis = basis_;
        bytes.push_back(known.bytes);
    }
    return {.name = std::move(point_.name),
            .device = std::move(point_.device),
            .threads = point_.threads,
            .category = std::move(point_.category),
            .step = std::move(point_.step),
            .calls = point_.calls,
            .seconds = point_.seconds,
            .flops = FlopCounts(flops_.begin(), flops_.end(), &arena_),
            .bytes = std::move(bytes),
            .notes = std::move(point_.notes),
            .details = std::move(point_.details)};
}

}  // namespace mansard::analyzer
