#include "analyzer/chart/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::chart {
namespace {

/// The code point of the valid sequence at text[at].
char32_t code_point(std::string_view text, std::size_t at, std::size_t length) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    if (length == 1) return byte(0);
    char32_t value = byte(0) & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) value = (value << 6) | (byte(i) & 0x3fU);
    return value;
}

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c <= 0x9f);
}

/// Characters without a shape of their own that change how the text around them is shown, and noncharacters.
bool is_deceptive(char32_t c) {
    return c == 0xad || c == 0x61c || c == 0x200b || c == 0x200e || c == 0x200f || c == 0x2028 ||
           c == 0x2029 || (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
           (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
}

/// In em. From DejaVu Sans, the widest of the usual fonts, so that an estimate is seldom too small.
double advance(char32_t c) {
    if (c >= 0x2e80) return 1.1;
    if (c >= 0x80) return 0.64;
    constexpr std::string_view narrow = " iljIft.,:;'|!()[]/\\-r\"`";
    constexpr std::string_view wide = "mwMW@%";
    const char ascii = static_cast<char>(c);
    if (narrow.find(ascii) != std::string_view::npos) return 0.38;
    if (wide.find(ascii) != std::string_view::npos) return 0.96;
    if (ascii >= 'A' && ascii <= 'Z') return 0.71;
    return 0.62;
}

}  // namespace

std::string visible(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_sequence_length(text, at);
        if (length == 0) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at++]));
            continue;
        }
        const char32_t c = code_point(text, at, length);
        if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (is_control(c))
            out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
        else if (is_deceptive(c))
            out += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c));
        else
            out += text.substr(at, length);
        at += length;
    }
    return out;
}

std::string markup(std::string_view text) {
    std::string out;
    for (const char c : visible(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string shorten(std::string_view text, std::size_t columns) {
    std::size_t at = 0, seen = 0, cut = 0;
    while (at < text.size()) {
        if (++seen == columns) cut = at;
        at += std::max<std::size_t>(1, utf8_sequence_length(text, at));
    }
    return seen <= columns ? std::string(text) : std::string(text.substr(0, cut)) + "…";
}

double text_width(std::string_view text, double size) {
    double em = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = std::max<std::size_t>(1, utf8_sequence_length(text, at));
        em += advance(code_point(text, at, length));
        at += length;
    }
    return em * size;
}

std::string fit(std::string_view text, double size, double width) {
    if (text_width(text, size) <= width) return std::string(text);
    std::size_t end = 0;
    for (double used = text_width("…", size); end < text.size();) {
        const std::size_t length = std::max<std::size_t>(1, utf8_sequence_length(text, end));
        used += advance(code_point(text, end, length)) * size;
        if (used > width) break;
        end += length;
    }
    return std::string(text.substr(0, end)) + "…";
}

std::string quantity(double value, std::string_view unit, int digits) {
    const double magnitude = std::abs(value);
    if (magnitude != 0 && (magnitude < 1e-12 || magnitude >= 1e27))
        return fmt::format("{} {}", plain(value, digits), unit);
    return si(value, unit, digits);
}

std::string with_interval(double value, std::string_view unit, const std::optional<Interval>& interval) {
    std::string text = quantity(value, unit);
    if (!interval) return text;
    // The printed number tells which prefix was chosen, rounding at 999.5 included.
    double shown = 0;
    std::from_chars(text.data(), text.data() + text.size(), shown);
    const double factor = shown == 0 ? 1 : std::pow(10.0, std::round(std::log10(value / shown)));
    return fmt::format("{} [{}, {}]", text, plain(interval->low / factor), plain(interval->high / factor));
}

std::string percent(double fraction) {
    const double value = fraction * 100, magnitude = std::abs(value);
    if (magnitude != 0 && magnitude < 0.1) return plain(value, 1) + " %";
    return (magnitude < 1e4 ? fmt::format("{:.1f}", value) : plain(value)) + " %";
}

std::string px(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

}  // namespace mansard::analyzer::chart
