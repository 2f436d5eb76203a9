#include "analyzer/trace/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/utf8.hpp"

namespace mansard::analyzer::trace {
namespace {

std::string_view unquoted(std::string_view json) {
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"') json = json.substr(1, json.size() - 2);
    const std::size_t first = json.find_first_not_of(" \t");
    return first == std::string_view::npos ? ""
                                           : json.substr(first, json.find_last_not_of(" \t") - first + 1);
}

void append_utf8(std::string& out, unsigned code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        if (code < 0x10000) {
            out += static_cast<char>(0xE0 | (code >> 12));
        } else {
            out += static_cast<char>(0xF0 | (code >> 18));
            out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        }
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

/// The number of four hexadecimal digits at `at`.
std::optional<unsigned> code_at(std::string_view json, std::size_t at) {
    const std::string_view digits = json.substr(std::min(at, json.size()), 4);
    unsigned code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    return error == std::errc() && end == digits.data() + 4 ? std::optional(code) : std::nullopt;
}

/// Appends what "\\uXXXX" means, whose digits stand at `at`, or both halves of a pair; returns the place
/// behind it. A half alone means no character, and stays as it is spelled.
std::size_t append_escaped(std::string& out, std::string_view json, std::size_t at) {
    const std::size_t end = std::min(at + 4, json.size());
    const auto code = code_at(json, at);
    if (!code) {
        append_utf8(out, 0xFFFD);
    } else if (*code < 0xD800 || *code > 0xDFFF) {
        append_utf8(out, *code);
    } else {
        const auto low = json.substr(end).starts_with("\\u") ? code_at(json, end + 2) : std::nullopt;
        if (*code < 0xDC00 && low && *low >= 0xDC00 && *low <= 0xDFFF) {
            append_utf8(out, 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00));
            return end + 6;
        }
        out.append("\\u").append(json.substr(at, 4));
    }
    return end;
}

/// The byte after the value that begins at `at`.
std::size_t value_end(std::string_view json, std::size_t at) {
    int depth = 0;
    bool in_string = false;
    for (; at < json.size(); ++at) {
        const char c = json[at];
        if (in_string) {
            if (c == '\\')
                ++at;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            if (--depth < 0) return at;
        } else if (c == ',' && depth == 0) {
            return at;
        }
    }
    return json.size();
}

}  // namespace

std::optional<std::int64_t> nanoseconds(std::string_view microseconds) {
    const std::string_view spelled = unquoted(microseconds);
    std::int64_t whole = 0;
    const char* const end = spelled.data() + spelled.size();
    const auto [after, error] = std::from_chars(spelled.data(), end, whole);
    constexpr std::int64_t most = INT64_MAX / 4000;  // so that sums of two are in range
    if (error == std::errc() && std::abs(whole) < most) {
        if (after == end) return whole * 1000;
        // Three digits are all that profilers write; what follows them rounds.
        if (*after == '.' && end - after <= 16) {
            std::int64_t fraction = 0, scale = 1;
            const char* digit = after + 1;
            for (; digit != end && *digit >= '0' && *digit <= '9'; ++digit)
                fraction = fraction * 10 + (*digit - '0'), scale *= 10;
            if (digit == end) {
                const auto ns = static_cast<std::int64_t>(
                    std::llround(static_cast<double>(fraction) * 1000 / static_cast<double>(scale)));
                return whole * 1000 + (spelled.front() == '-' ? -ns : ns);
            }
        }
    }
    const std::optional<double> other = number(spelled);  // "1.5e9"
    if (!other || std::abs(*other) >= static_cast<double>(most)) return std::nullopt;
    return std::llround(*other * 1000);
}

std::optional<double> number(std::string_view json) {
    const std::string_view spelled = unquoted(json);
    double value = 0;
    const auto [end, error] = std::from_chars(spelled.data(), spelled.data() + spelled.size(), value);
    if (error != std::errc() || end != spelled.data() + spelled.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<std::int64_t> integer(std::string_view json) {
    const std::string_view spelled = unquoted(json);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(spelled.data(), spelled.data() + spelled.size(), value);
    if (error != std::errc() || end != spelled.data() + spelled.size()) return std::nullopt;
    return value;
}

std::string text(std::string_view json) {
    if (json.size() < 2 || json.front() != '"' || json.back() != '"') return escape_invalid_utf8(json);
    json = json.substr(1, json.size() - 2);
    std::string out;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] != '\\' || i + 1 == json.size()) {
            out += json[i];
            continue;
        }
        switch (json[++i]) {
            case 'n':
                out += '\n';
                break;
            case 't':
                out += '\t';
                break;
            case 'r':
                out += '\r';
                break;
            case 'u':
                i = append_escaped(out, json, i + 1) - 1;
                break;
            default:
                out += json[i];
        }
    }
    return escape_invalid_utf8(out);
}

std::optional<std::vector<std::string_view>> elements(std::string_view json) {
    if (json.size() < 2 || json.front() != '[' || json.back() != ']') return std::nullopt;
    json = json.substr(1, json.size() - 2);
    std::vector<std::string_view> out;
    constexpr std::string_view space = " \t\r\n";
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t end = value_end(json, at);
        std::string_view element = json.substr(at, end - at);
        const std::size_t first = element.find_first_not_of(space);
        if (first != std::string_view::npos)
            out.push_back(element.substr(first, element.find_last_not_of(space) - first + 1));
        else if (end < json.size())
            out.emplace_back();
        at = end + 1;
    }
    return out;
}

}  // namespace mansard::analyzer::trace
