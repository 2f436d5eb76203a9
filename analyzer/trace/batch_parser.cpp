#include "analyzer/trace/batch_parser.hpp"

#include <simdjson.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "analyzer/trace/surrogates.hpp"
#include "analyzer/trace/values.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::trace {
namespace {

namespace ondemand = simdjson::ondemand;

std::string_view trimmed(std::string_view token) {
    while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') token.remove_suffix(1);
    return token;
}

/// The JSON text of a value. A bare NaN or Infinity, which profilers write, comes out as it stands.
std::string_view text_of(ondemand::value value) {
    const std::string_view token = value.raw_json_token();
    if (token.starts_with('{')) return trimmed(value.get_object().value().raw_json().value());
    if (token.starts_with('[')) return trimmed(value.get_array().value().raw_json().value());
    return trimmed(token);
}

/// Texts of one event that simdjson refuses to unescape; views of them hold until the next event.
using Texts = std::deque<std::string>;

/// A string's content; for anything else, its JSON text. What holds no escape needs no copy.
std::string_view name_of_value(ondemand::value value, Texts& texts) {
    const std::string_view token = trimmed(value.raw_json_token());
    if (!token.starts_with('"')) return text_of(value);
    if (token.find('\\') == std::string_view::npos) return token.substr(1, token.size() - 2);
    if (lone_surrogate(token) == std::string_view::npos) return value.get_string().value();
    return texts.emplace_back(text(token));
}

std::string_view key_of(ondemand::field& field) {
    const char* const raw = field.key().raw();
    const char* end = raw;
    while (*end != '"' && *end != '\\') ++end;
    return *end == '"' ? std::string_view(raw, static_cast<std::size_t>(end - raw))
                       : field.unescaped_key().value();
}

void read_args(ondemand::object object, std::vector<Member>& args) {
    for (simdjson::simdjson_result<ondemand::field> result : object) {
        if (result.error()) throw simdjson::simdjson_error(result.error());
        ondemand::field field = std::move(result).value_unsafe();
        const std::string_view key = key_of(field);
        args.push_back({key, text_of(field.value())});
    }
}

void read_event(ondemand::object object, Event& event, std::vector<Member>& args, Texts& texts) {
    args.clear();
    texts.clear();
    for (simdjson::simdjson_result<ondemand::field> result : object) {
        if (result.error()) throw simdjson::simdjson_error(result.error());
        ondemand::field field = std::move(result).value_unsafe();
        const std::string_view key = key_of(field);
        ondemand::value value = field.value();
        if (key == "ph")
            event.phase = name_of_value(value, texts);
        else if (key == "cat")
            event.category = name_of_value(value, texts);
        else if (key == "name")
            event.name = name_of_value(value, texts);
        else if (key == "pid")
            event.process = text_of(value);
        else if (key == "tid")
            event.thread = text_of(value);
        else if (key == "id")
            event.id = text_of(value);
        else if (key == "ts")
            event.start_ns = nanoseconds(text_of(value));
        else if (key == "dur")
            event.duration_ns = nanoseconds(text_of(value));
        else if (key == "args" && value.type() == ondemand::json_type::object)
            read_args(value.get_object(), args);
    }
    event.args = args;
}

/// Bytes that are no UTF-8, and control characters in strings, as question marks: a part of a name is all
/// that is lost by it. Returns whether there was one; the length stays.
bool mend(std::string& text) {
    bool mended = false, in_string = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_sequence_length(text, at);
        if (length == 0 || (in_string && static_cast<unsigned char>(text[at]) < ' ')) {
            text[at] = '?';
            mended = true;
        } else if (text[at] == '"') {
            in_string = !in_string;
        } else if (text[at] == '\\' && in_string && at + 1 < text.size() &&
                   static_cast<unsigned char>(text[at + 1]) < 0x80) {
            ++at;
        }
        at += std::max<std::size_t>(length, 1);
    }
    return mended;
}

}  // namespace

struct BatchParser::State {
    ondemand::parser parser{};
    std::vector<Member> args{};
    Texts texts{};
    std::string copy{};
    std::size_t mended = 0;

    /// The elements of `batch` until one fails; returns how many went well.
    std::size_t all(Batch batch, const EventSink& sink);
    void one(const Batch& batch, std::size_t index, const EventSink& sink, const FaultSink& fault);
};

std::size_t BatchParser::State::all(Batch batch, const EventSink& sink) {
    std::size_t done = 0;
    // The elements become an array of their own, between brackets in place of what is around them.
    const char before = batch.text[-1], after = batch.text[batch.size];
    batch.text[-1] = '[';
    batch.text[batch.size] = ']';
    // What the sink throws must leave the text as it was, too.
    const auto restore = [&](char*) { batch.text[-1] = before, batch.text[batch.size] = after; };
    const std::unique_ptr<char, decltype(restore)> restored(batch.text, restore);
    try {
        const simdjson::padded_string_view view(batch.text - 1, batch.size + 2,
                                                batch.size + 2 + simdjson::SIMDJSON_PADDING);
        ondemand::document document = parser.iterate(view);
        for (auto element : document.get_array()) {
            if (done == batch.elements.size()) break;
            Event event{.offset = batch.offset + batch.elements[done].begin};
            read_event(element.get_object(), event, args, texts);
            ++done;
            if (!texts.empty()) ++mended;
            sink(event);
        }
    } catch (const simdjson::simdjson_error&) {
        return done;
    }
    return done;
}

void BatchParser::State::one(const Batch& batch, std::size_t index, const EventSink& sink,
                             const FaultSink& fault) {
    const auto [begin, size] = batch.elements[index];
    copy.assign(batch.text + begin, size);
    const bool was_mended = mend(copy);
    copy.reserve(size + simdjson::SIMDJSON_PADDING);
    Event event{.offset = batch.offset + begin};
    ondemand::document document;
    try {
        document = parser.iterate(simdjson::padded_string_view(copy.data(), size, copy.capacity()));
        read_event(document.get_object(), event, args, texts);
    } catch (const simdjson::simdjson_error& error) {
        std::string where;
        const char* at = nullptr;
        if (document.is_alive() && document.current_location().get(at) == simdjson::SUCCESS &&
            at > copy.data() && at < copy.data() + size)
            where =
                " (byte " + std::to_string(event.offset + static_cast<std::uint64_t>(at - copy.data())) + ")";
        return fault(event.offset, std::string_view(batch.text + begin, size),
                     std::string("it is no JSON object: ") + error.what() + where);
    }
    if (was_mended || !texts.empty()) ++mended;
    sink(event);
}

BatchParser::BatchParser() : state_(std::make_unique<State>()) {}
BatchParser::~BatchParser() = default;

std::size_t BatchParser::mended() const {
    return state_->mended;
}

void BatchParser::parse(Batch batch, const EventSink& event, const FaultSink& fault) {
    // One element that is broken makes the rest of its batch unreadable in one go, not each for itself.
    for (std::size_t i = state_->all(batch, event); i < batch.elements.size(); ++i)
        state_->one(batch, i, event, fault);
}

}  // namespace mansard::analyzer::trace
