#include "analyzer/trace/surrogates.hpp"

#include <charconv>
#include <optional>

namespace mansard::analyzer::trace {
namespace {

constexpr std::size_t escape_bytes = 6;  // \uXXXX

/// The code of "\uXXXX" at `at`; nothing for any other text.
std::optional<unsigned> escaped_at(std::string_view json, std::size_t at) {
    if (at + escape_bytes > json.size() || json[at] != '\\' || json[at + 1] != 'u') return std::nullopt;
    const char* const first = json.data() + at + 2;
    unsigned code = 0;
    const auto [end, error] = std::from_chars(first, first + 4, code, 16);
    return error == std::errc() && end == first + 4 ? std::optional(code) : std::nullopt;
}

bool is_high(unsigned code) {
    return code >= 0xD800 && code < 0xDC00;
}

bool is_low(unsigned code) {
    return code >= 0xDC00 && code < 0xE000;
}

}  // namespace

std::size_t lone_surrogate(std::string_view json, std::size_t from) {
    for (std::size_t at = json.find('\\', from); at != std::string_view::npos; at = json.find('\\', at)) {
        const auto code = escaped_at(json, at);
        if (!code || (!is_high(*code) && !is_low(*code))) {
            at += 2;  // an escaped backslash begins no escape
            continue;
        }
        const auto next = escaped_at(json, at + escape_bytes);
        if (!is_high(*code) || !next || !is_low(*next)) return at;
        at += 2 * escape_bytes;
    }
    return std::string_view::npos;
}

}  // namespace mansard::analyzer::trace
