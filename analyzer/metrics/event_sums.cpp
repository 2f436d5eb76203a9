#include "analyzer/metrics/event_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "analyzer/finite.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/json.hpp"

namespace mansard::analyzer::metrics {
namespace {

using State = EventAmount::State;

/// NVIDIA's packed convention counts both halves of an instruction.
constexpr double packed_factor = 2;

ByteCount& bytes_at(Point& point, Level level) {
    for (ByteCount& bytes : point.bytes)
        if (bytes.level == level) return bytes;
    point.bytes.push_back({.level = level, .basis = Basis::traffic, .how = How::counted});
    return point.bytes.back();
}

/// The total of each level from its parts; what is known in part only is said.
void complete_bytes(Point& point, std::size_t first) {
    for (std::size_t i = first; i < point.bytes.size(); ++i) {
        ByteCount& bytes = point.bytes[i];
        if (!bytes.read && !bytes.written) continue;
        const double parts = bytes.read.value_or(0) + bytes.written.value_or(0);
        if (bytes.read && bytes.written) {
            bytes.count = parts;
        } else if (bytes.count > parts) {
            (bytes.read ? bytes.written : bytes.read) = bytes.count - parts;
        } else {
            bytes.count = parts;
            point.notes.push_back(
                fmt::format("of {} only the bytes {} were counted: the total is at least that",
                            name_of(bytes.level), bytes.read ? "read" : "written"));
        }
    }
}

}  // namespace

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

bool EventSums::Sum::same_quantity(const Sum& other) const {
    if (quantity != other.quantity) return false;
    if (quantity != Quantity::flops) return level == other.level;
    // FLOPs without a type are the same FLOPs that another sum gives with one.
    const bool unknown = dtype == Dtype::unknown || other.dtype == Dtype::unknown;
    return engine == other.engine && (dtype == other.dtype || unknown);
}

std::string EventSums::Sum::what() const {
    switch (quantity) {
        case Quantity::flops:
            return fmt::format("{} FLOPs", dtype == Dtype::unknown ? "the" : name_of(dtype));
        case Quantity::bytes_read:
            return fmt::format("{} bytes read", name_of(level));
        case Quantity::bytes_written:
            return fmt::format("{} bytes written", name_of(level));
        case Quantity::bytes:
            break;
    }
    return fmt::format("{} bytes", name_of(level));
}

EventSums::EventSums(std::string_view folder) {
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with(folder)) read(file.content(), std::string(file.path));
}

std::size_t EventSums::place_of(const std::string& name) {
    const auto [found, is_new] = places_.try_emplace(lower(name), names_.size());
    if (is_new) names_.push_back(name);
    return found->second;
}

void EventSums::read(std::string_view content, const std::string& source) {
    const Json document = parse_json(content, source);
    for (const Json& entry : member(document, "sums", source)) {
        Sum sum{.quantity = name_member<Quantity>(entry, "quantity", source),
                .dtype = optional_name<Dtype>(entry, "dtype", source).value_or(Dtype::unknown),
                .engine = optional_name<Engine>(entry, "engine", source).value_or(Engine::vector),
                .level = optional_name<Level>(entry, "level", source).value_or(Level::DRAM),
                .half = entry.contains("packed_half"),
                .note = optional_string(entry, "note", source)};
        for (const std::string_view key : {"terms", "optional"}) {
            const auto terms = entry.find(key);
            if (terms == entry.end()) continue;
            for (const auto& [name, weight] : terms->items())
                sum.terms.push_back(
                    {.event = place_of(name), .weight = weight.get<double>(), .optional = key == "optional"});
        }
        sums_.push_back(std::move(sum));
    }
}

std::optional<std::size_t> EventSums::find(std::string_view name) const {
    const auto found = places_.find(lower(name));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::string EventSums::names_of(const Sum& sum, std::span<const EventAmount> amounts,
                                bool (*wanted)(const Term&, State)) const {
    std::string names;
    for (const Term& term : sum.terms)
        if (wanted(term, amounts[term.event].state))
            names += (names.empty() ? "" : ", ") + names_[term.event];
    return names;
}

std::optional<double> EventSums::value_of(const Sum& sum, std::span<const EventAmount> amounts,
                                          HalfCount fp16, std::vector<std::string>& notes) const {
    double value = 0;
    bool counted = false, missing = false, lacking = false;
    for (const Term& term : sum.terms) {
        const EventAmount& amount = amounts[term.event];
        counted = counted || amount.state == State::counted;
        missing = missing || amount.state == State::missing;
        lacking = lacking || (amount.state == State::absent && (term.weight < 0 || !term.optional));
        // What the tool has scaled already needs no weight, but its sign.
        if (amount.state == State::counted)
            value += amount.count * (amount.in_bytes ? std::copysign(1, term.weight) : term.weight);
    }
    // Most sums are of other machines.
    if (!counted && !missing) return std::nullopt;
    std::string lower_bound;
    if (missing || lacking) {
        const std::string unsure = names_of(sum, amounts, [](const Term& term, State state) {
            return state == State::absent && term.weight < 0;
        });
        if (missing || !unsure.empty()) {
            const std::string not_counted =
                names_of(sum, amounts, [](const Term&, State state) { return state == State::missing; });
            notes.push_back(fmt::format("{} left out: {} {}", sum.what(), missing ? not_counted : unsure,
                                        missing ? "was not counted" : "is not in the profile"));
            return std::nullopt;
        }
        lower_bound = names_of(sum, amounts, [](const Term& term, State state) {
            return state == State::absent && !term.optional;
        });
    }
    if (value < 0) {
        notes.push_back(fmt::format("{} left out: the counters make a negative number", sum.what()));
        return std::nullopt;
    }
    if (!lower_bound.empty())
        notes.push_back(fmt::format("{} are a lower bound: the profile lacks {}", sum.what(), lower_bound));
    if (!sum.note.empty()) notes.push_back(sum.note);
    return sum.half && fp16 == HalfCount::nvidia ? value * packed_factor : value;
}

void EventSums::put(const Sum& sum, double value, Point& point) {
    switch (sum.quantity) {
        case Quantity::flops:
            point.flops.push_back({.dtype = sum.dtype, .engine = sum.engine, .count = value});
            break;
        case Quantity::bytes:
            bytes_at(point, sum.level).count = value;
            break;
        case Quantity::bytes_read:
            bytes_at(point, sum.level).read = value;
            break;
        case Quantity::bytes_written:
            bytes_at(point, sum.level).written = value;
            break;
    }
}

std::optional<double> EventSums::add_to(Point& point, std::span<const EventAmount> amounts,
                                        HalfCount fp16) const {
    const std::size_t first_level = point.bytes.size();
    std::vector<const Sum*> taken;
    std::vector<std::string> left_out;
    std::optional<double> contributing, any;
    for (const Sum& sum : sums_) {
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const Sum* other) { return sum.same_quantity(*other); }))
            continue;
        std::vector<std::string> notes;
        const std::optional<double> value = value_of(sum, amounts, fp16, notes);
        if (!value) {
            left_out.insert(left_out.end(), notes.begin(), notes.end());
            continue;
        }
        taken.push_back(&sum);
        put(sum, *value, point);
        point.notes.insert(point.notes.end(), notes.begin(), notes.end());
        for (const Term& term : sum.terms) {
            const EventAmount& amount = amounts[term.event];
            if (amount.state != State::counted || !amount.coverage) continue;
            any = std::min(any.value_or(1), *amount.coverage);
            if (amount.count > 0) contributing = std::min(contributing.value_or(1), *amount.coverage);
        }
    }
    point.notes.insert(point.notes.end(), left_out.begin(), left_out.end());
    complete_bytes(point, first_level);
    keep_finite(point);
    return contributing ? contributing : any;
}

}  // namespace mansard::analyzer::metrics
