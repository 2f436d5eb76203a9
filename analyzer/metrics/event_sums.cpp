#include "analyzer/metrics/event_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/finite.hpp"
#include "analyzer/lower_bounds.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/words.hpp"

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

/// The total of a level from its parts; what is known in part only is said. `total` tells whether the count
/// is a total that was counted, else it is what is known of parts that lack something.
void complete_bytes(Point& point, ByteCount& bytes, bool total) {
    if (!bytes.read && !bytes.written) return;
    const double parts = bytes.read.value_or(0) + bytes.written.value_or(0);
    if (bytes.at_least) {
        bytes.count = total ? std::max(bytes.count, parts) : bytes.count + parts;
    } else if (bytes.read && bytes.written) {
        bytes.count = parts;
    } else if (bytes.count > parts) {
        (bytes.read ? bytes.written : bytes.read) = bytes.count - parts;
    } else {
        bytes.count = parts;
        bytes.at_least = true;
        point.notes.push_back(fmt::format("of {} only the bytes {} were counted: the total is at least that",
                                          name_of(bytes.level), bytes.read ? "read" : "written"));
    }
}

}  // namespace

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

EventSums::Part EventSums::part_of(const Sum& sum, std::span<const EventAmount> amounts) {
    bool counted = false, lacking = false;
    for (const Term& term : sum.terms) {
        const State state = amounts[term.event].state;
        counted = counted || state == State::counted;
        lacking = lacking || state == State::missing ||
                  (state == State::unsupported && !is_none(term, sum, amounts));
    }
    return !lacking ? (counted ? Part::all : Part::foreign) : counted ? Part::some : Part::none;
}

bool EventSums::is_none(const Term& term, const Sum& sum, std::span<const EventAmount> amounts) {
    if (amounts[term.event].state != State::unsupported) return false;
    // An event that the machine lacks while it has a narrower one is of vectors that it lacks, too. Where it
    // has none of them, nothing is known.
    return std::any_of(sum.terms.begin(), sum.terms.end(), [&](const Term& other) {
        return amounts[other.event].state == State::counted &&
               (term.optional || (sum.quantity == Quantity::flops && other.weight < term.weight));
    });
}

std::optional<EventSums::Value> EventSums::value_of(const Sum& sum, std::span<const EventAmount> amounts,
                                                    HalfCount fp16, std::vector<std::string>& notes) const {
    Value made;
    bool counted = false;
    std::string missing, absent, none, unsure;
    const auto list = [this](std::string& names, const Term& term) {
        names += (names.empty() ? "" : ", ") + names_[term.event];
    };
    for (const Term& term : sum.terms) {
        const EventAmount& amount = amounts[term.event];
        counted = counted || amount.state == State::counted;
        switch (amount.state) {
            case State::counted:
                // What the tool has scaled already needs no weight, but its sign.
                made.value += amount.count * (amount.in_bytes ? std::copysign(1, term.weight) : term.weight);
                made.at_least = made.at_least || amount.partly;
                if (amount.partly && term.weight < 0) list(unsure, term);
                break;
            case State::absent:
                if (term.weight < 0)
                    list(unsure, term);
                else if (!term.optional)
                    list(absent, term);
                break;
            case State::unsupported:
            case State::missing:
                if (is_none(term, sum, amounts))
                    list(none, term);
                else
                    list(term.weight < 0 ? unsure : missing, term);
                break;
        }
    }
    const auto leave_out = [&](const std::string& why) {
        notes.push_back(fmt::format("{} left out: {}", sum.what(), why));
        return std::nullopt;
    };
    // Without what must be subtracted, the rest is no bound.
    if (!unsure.empty()) return leave_out(unsure + " was not counted");
    if (made.value < 0) return leave_out("the counters make a negative number");
    if (!counted && sum.quantity != Quantity::flops) return leave_out(missing + " was not counted");
    if (!counted)
        notes.push_back(fmt::format("{} left out: {} was not counted", sum.what(), missing));
    else if (!missing.empty())
        notes.push_back(fmt::format("{} are a lower bound: {} was not counted", sum.what(), missing));
    if (!absent.empty() && counted)
        notes.push_back(fmt::format("{} are a lower bound: the profile lacks {}", sum.what(), absent));
    if (!none.empty()) notes.push_back(fmt::format("the processor has no {}: none were executed", none));
    if (!sum.note.empty() && counted) notes.push_back(sum.note);
    made.at_least = made.at_least || !missing.empty() || !absent.empty();
    if (sum.half && fp16 == HalfCount::nvidia) made.value *= packed_factor;
    return made;
}

void EventSums::put(const Sum& sum, const Value& value, Point& point) {
    if (sum.quantity == Quantity::flops) {
        point.flops.push_back(
            {.dtype = sum.dtype, .engine = sum.engine, .count = value.value, .at_least = value.at_least});
        return;
    }
    ByteCount& bytes = bytes_at(point, sum.level);
    if (sum.quantity == Quantity::bytes) {
        bytes.count = value.value;
        bytes.at_least = value.at_least;
    } else if (!value.at_least) {
        (sum.quantity == Quantity::bytes_read ? bytes.read : bytes.written) = value.value;
    } else if (bytes.count == 0 || bytes.at_least) {
        // A part that lacks something is not told apart: there it would pass for exact.
        bytes.count += value.value;
        bytes.at_least = true;
    }
}

std::optional<double> EventSums::add_to(Point& point, std::span<const EventAmount> amounts,
                                        HalfCount fp16) const {
    const std::size_t first_level = point.bytes.size(), first_type = point.flops.size();
    std::vector<const Sum*> taken;
    std::vector<std::string> left_out;
    std::optional<double> contributing, any;
    const auto take = [&](const Sum& sum) {
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const Sum* other) { return sum.same_quantity(*other); }))
            return;
        std::vector<std::string> notes;
        const std::optional<Value> value = value_of(sum, amounts, fp16, notes);
        if (!value) {
            left_out.insert(left_out.end(), notes.begin(), notes.end());
            return;
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
    };
    // What lacks counts gives way to another sum of the same that has them.
    for (const Part part : {Part::all, Part::some, Part::none})
        for (const Sum& sum : sums_)
            if (part_of(sum, amounts) == part) take(sum);
    if (say_nothing(std::span(point.flops).subspan(first_type))) point.flops.resize(first_type);
    point.notes.insert(point.notes.end(), left_out.begin(), left_out.end());
    for (std::size_t i = first_level; i < point.bytes.size(); ++i) {
        const Level level = point.bytes[i].level;
        complete_bytes(point, point.bytes[i],
                       std::any_of(taken.begin(), taken.end(), [level](const Sum* sum) {
                           return sum->quantity == Quantity::bytes && sum->level == level;
                       }));
    }
    keep_finite(point);
    return contributing ? contributing : any;
}

}  // namespace mansard::analyzer::metrics
