#include "core/json_parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace mansard {
namespace {

/// Where a bracket opens one level too many; the parser does not say where it stands.
std::size_t too_deep_at(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string && c == '\\')
            ++at;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '[' || c == '{') && ++depth > max_json_depth)
            return at;
        else if (!in_string && (c == ']' || c == '}'))
            --depth;
    }
    return text.size();
}

/// Puts what the parser reads into one document. The library can ask for each element itself, but then looks
/// through the whole array or object around it behind each object within (nlohmann/json 3.11).
class Builder {
  public:
    Builder(std::string_view text, const std::string& source, const std::string& remedy,
            const RepeatedKeySink& repeated)
        : text_(text), source_(source), remedy_(remedy), repeated_(repeated) {}

    Json document() { return std::move(root_); }

    // What the parser calls.
    bool null() { return add(nullptr), true; }
    bool boolean(bool value) { return add(value), true; }
    bool number_integer(Json::number_integer_t value) { return add(value), true; }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value), true; }
    bool number_float(Json::number_float_t value, const std::string&) { return add(value), true; }
    bool string(std::string& value) { return add(std::move(value)), true; }
    bool binary(Json::binary_t&) { return false; }  // of other formats than text
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return open_.pop_back(), true; }
    bool end_array() { return open_.pop_back(), true; }
    bool key(std::string& name) {
        Json& object = *open_.back();
        const std::size_t before = object.size();
        member_ = &object[name];
        if (object.size() == before && repeated_) repeated_(path(), name);
        return true;
    }
    template <typename Fault>
    bool parse_error(std::size_t position, const std::string& token, const Fault&) {
        if constexpr (std::is_same_v<Fault, Json::parse_error>)
            throw fault(position > 0 ? position - 1 : 0);
        else  // the grammar holds, but a number does not fit: no other fault is known
            throw unusable(position - std::min(position, token.size()), token);
    }

  private:
    /// Behind what was added before in the array that is open, or at the key of the object. What is open
    /// stays where it is: nothing is added around it.
    Json& add(Json value) {
        if (open_.empty()) return root_ = std::move(value);
        if (!open_.back()->is_array()) return *member_ = std::move(value);
        open_.back()->push_back(std::move(value));
        return open_.back()->back();
    }

    bool open(Json value) {
        if (open_.size() >= std::size_t{max_json_depth})
            throw Error(Exit::bad_input, fmt::format("JSON nested deeper than {} levels", max_json_depth),
                        {.where = source_ + ", " + place_in(text_, too_deep_at(text_)),
                         .expected = "a file written by a profiler or by mansard",
                         .remedy = remedy_});
        open_.push_back(&add(std::move(value)));
        return true;
    }

    /// Keys and places that lead to the innermost open object.
    std::vector<std::string> path() const {
        std::vector<std::string> steps;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            const Json& around = *open_[i];
            if (around.is_array()) {
                steps.push_back(std::to_string(around.size() - 1));
                continue;
            }
            for (const auto& [name, value] : around.items())
                if (&value == open_[i + 1]) steps.push_back(name);
        }
        return steps;
    }

    Error fault(std::size_t offset) const {
        const bool truncated = offset >= text_.size();
        return Error(Exit::bad_input,
                     truncated
                         ? std::string("the JSON ends in the middle (is the file cut short?)")
                         : fmt::format("not JSON: unexpected \"{}\"", printable(text_.substr(offset, 20))),
                     {.where = where(offset), .expected = "a JSON document", .remedy = remedy_});
    }

    Error unusable(std::size_t offset, const std::string& number) const {
        return Error(Exit::bad_input,
                     fmt::format("the number {} is beyond the range of numbers", printable(number, 40)),
                     {.where = where(offset), .expected = "numbers of at most 1.8e308", .remedy = remedy_});
    }

    std::string where(std::size_t offset) const {
        return fmt::format("{}, {}, byte {}", source_, place_in(text_, offset), offset);
    }

    std::string_view text_;
    const std::string &source_, &remedy_;
    const RepeatedKeySink& repeated_;
    Json root_{};
    std::vector<Json*> open_{};  ///< from the root inwards
    Json* member_ = nullptr;     ///< of the innermost open object: at the last key
};

}  // namespace

Json parse_document(std::string_view text, const std::string& source, const std::string& remedy,
                    const RepeatedKeySink& repeated) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw Error(Exit::bad_input, "the file is empty",
                    {.where = source, .expected = "a JSON document", .remedy = remedy});
    Builder builder(text, source, remedy, repeated);
    Json::sax_parse(text, &builder);
    return builder.document();
}

}  // namespace mansard
