#include "analyzer/nvidia/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/error.hpp"

namespace mansard::analyzer::nvidia {
namespace {

constexpr std::string_view blanks = " \t\r\n";
/// Of a number with its separators; longer ones are none.
constexpr std::size_t most_digits = 64;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Separators of a number, and the digits between them.
struct Shape {
    std::size_t commas = 0, dots = 0;
    char last = 0;
    std::size_t first_group = 0;  ///< digits before the first separator
    std::size_t tail = 0;         ///< digits behind the last one
    std::size_t last_group = 0;   ///< digits of the last group between two separators; 0 without any
    bool by_three = true;         ///< each group before that one has three digits
    bool by_two = true;           ///< each has two
    bool exponent = false;

    /// Whether the separators group thousands: by three, or as India does it (12,34,567: three digits, then
    /// by two). `with_tail`: all of them do; else the last one is the decimal sign.
    bool grouped(bool with_tail) const {
        if (first_group == 0 || first_group > 3) return false;
        const bool thousands = by_three && (last_group == 0 || last_group == 3);
        const bool lakhs = by_two && first_group <= 2 && last_group == (with_tail ? 2U : 3U);
        return thousands || lakhs;
    }
};

/// Nothing where `text` is no number at all.
std::optional<Shape> shape_of(std::string_view text) {
    Shape shape;
    std::size_t digits = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (is_digit(c)) {
            ++digits;
        } else if (c == ',' || c == '.') {
            if (shape.last == 0) {
                shape.first_group = digits;
            } else {
                if (shape.last_group != 0) {
                    shape.by_three = shape.by_three && shape.last_group == 3;
                    shape.by_two = shape.by_two && shape.last_group == 2;
                }
                if (digits == 0) shape.by_three = shape.by_two = false;
                shape.last_group = digits;
            }
            (c == ',' ? shape.commas : shape.dots) += 1;
            shape.last = c;
            digits = 0;
        } else if ((c == 'e' || c == 'E') && at > 0 && at + 1 < text.size()) {
            shape.exponent = true;
            break;
        } else {
            return std::nullopt;
        }
    }
    if (shape.last == 0) shape.first_group = digits;
    shape.tail = digits;
    return shape;
}

/// The number with `decimal` as its sign and the other separator left out.
std::optional<double> number_with(std::string_view text, char decimal) {
    std::array<char, most_digits> plain{};
    std::size_t length = 0;
    for (const char c : text) {
        if ((c == ',' || c == '.') && c != decimal) continue;
        if (length == plain.size()) return std::nullopt;
        plain[length++] = c == decimal ? '.' : c;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(plain.data(), plain.data() + length, value);
    if (error != std::errc() || end != plain.data() + length || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// What groups thousands besides the comma and the point: spaces of several widths (France), apostrophes
/// (Switzerland). None of them is ever a decimal sign.
constexpr std::array<std::string_view, 6> groupers{"\u202f", "\u00a0", "\u2009", "\u2019", "'", " "};

/// `text` without such separators, where each stands between a digit and three more.
std::string ungrouped(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const auto grouper =
            std::ranges::find_if(groupers, [&](std::string_view one) { return rest.starts_with(one); });
        if (grouper == groupers.end()) {
            plain += text[at++];
            continue;
        }
        const std::string_view behind = rest.substr(grouper->size());
        const std::size_t digits = std::min(behind.find_first_not_of("0123456789"), behind.size());
        if (plain.empty() || !is_digit(plain.back()) || digits != 3) return std::string(text);
        at += grouper->size();
    }
    return plain;
}

char char_of(DecimalSign sign) {
    return sign == DecimalSign::point ? '.' : ',';
}

}  // namespace

std::optional<CellNumber> Locale::note(DecimalSign sign, double value, std::string_view text) {
    if (forced_ && *forced_ != sign) return std::nullopt;
    std::size_t& count = sign == DecimalSign::point ? dots_ : commas_;
    if (count++ == 0) (sign == DecimalSign::point ? dot_example_ : comma_example_) = std::string(text);
    return CellNumber{value, Spelling::certain};
}

std::optional<CellNumber> Locale::read(std::string_view text) {
    text = trimmed(text);
    // "1,000 (500; 500)": a sum, and its parts in brackets where they were asked for.
    if (text.ends_with(')') || text.ends_with('}'))
        if (const std::size_t open = text.find_first_of("({"); open > 0) text = trimmed(text.substr(0, open));
    if (text.empty() || !(is_digit(text[0]) || text[0] == '.' || text[0] == ',')) return std::nullopt;
    std::string plain;  // most numbers have none of these, and are many
    if (text.size() <= most_digits && text.find_first_not_of("0123456789.,eE+-") != std::string_view::npos) {
        plain = ungrouped(text);
        text = plain;
    }
    const std::optional<Shape> shape = shape_of(text);
    if (!shape || (shape->first_group == 0 && shape->tail == 0)) return std::nullopt;
    const auto with = [&](char decimal) { return number_with(text, decimal); };
    const std::size_t separators = shape->commas + shape->dots;
    if (separators == 0 || (shape->exponent && separators == 1)) {
        const auto value = with(shape->last == 0 ? '.' : shape->last);
        return value ? std::optional(CellNumber{*value, Spelling::certain}) : std::nullopt;
    }
    const DecimalSign last = shape->last == '.' ? DecimalSign::point : DecimalSign::comma;
    const DecimalSign other = last == DecimalSign::point ? DecimalSign::comma : DecimalSign::point;
    const std::size_t of_last = last == DecimalSign::point ? shape->dots : shape->commas;
    // Several of one kind group thousands; so does what stands before the last of another kind.
    if (of_last > 1) {
        if (of_last != separators || shape->tail != 3 || !shape->grouped(true)) return std::nullopt;
        const auto value = with(char_of(other));
        return value ? note(other, *value, text) : std::nullopt;
    }
    const bool decimal_for_sure = separators > 1 || shape->tail != 3 || shape->first_group > 3 ||
                                  shape->first_group == 0 || text[0] == '0';
    if (separators > 1 && !shape->grouped(false)) return std::nullopt;
    if (decimal_for_sure) {
        const auto value = with(shape->last);
        return value ? note(last, *value, text) : std::nullopt;
    }
    const auto value = with(char_of(other));
    if (!value) return std::nullopt;
    if (!open_) open_example_ = std::string(text);
    open_ = true;
    return CellNumber{*value, last == DecimalSign::point ? Spelling::one_dot : Spelling::one_comma};
}

void Locale::require_settled(const std::string& source) const {
    constexpr const char* remedy =
        "say which it is: --decimal point (1,234.5) or --decimal comma (1.234,5); or run the profiler with "
        "LC_ALL=C";
    if (forced_) return;
    if (dots_ > 0 && commas_ > 0)
        throw Error(Exit::bad_input,
                    fmt::format("its numbers contradict each other: \"{}\" has a decimal point, \"{}\" a "
                                "decimal comma",
                                printable(dot_example_, 40), printable(comma_example_, 40)),
                    {.where = source, .expected = "numbers of one locale", .remedy = remedy});
    if (open_ && !settled())
        throw Error(Exit::bad_input,
                    fmt::format("its numbers read both ways: is \"{}\" a fraction, or are its last three "
                                "digits whole?",
                                printable(open_example_, 40)),
                    {.where = source, .expected = "some number that tells", .remedy = remedy});
}

double Locale::value(const CellNumber& number) const {
    const DecimalSign sign = forced_.value_or(commas_ > dots_ ? DecimalSign::comma : DecimalSign::point);
    return value(number, sign);
}

double Locale::value(const CellNumber& number, DecimalSign sign) {
    if (number.spelling == Spelling::certain) return number.value;
    const bool is_decimal = (number.spelling == Spelling::one_dot) == (sign == DecimalSign::point);
    return is_decimal ? number.value / 1000 : number.value;
}

std::optional<std::int64_t> id_number(std::string_view text) {
    const auto whole = [](std::string_view digits) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size() ? std::optional(value)
                                                                            : std::nullopt;
    };
    if (const auto plain = whole(text)) return plain;
    std::string plain(text.substr(0, most_digits));
    // Some locales group the digits of a number that names something, too: always by three, by one sign.
    const std::size_t first = plain.find_first_of(",.' ");
    if (first == 0 || first > 3) return std::nullopt;
    const char sign = plain[first];
    for (std::size_t at = first; at < plain.size(); at += 3) {
        if (plain[at] != sign || plain.size() < at + 4) return std::nullopt;
        plain.erase(at, 1);
    }
    return whole(plain);
}

std::optional<double> whole_number(std::string_view text) {
    std::string digits;
    for (const char c : trimmed(text.substr(0, 40)))
        if (c != ',' && c != '.') digits += c;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool good = error == std::errc() && end == digits.data() + digits.size() && value > 0;
    return good ? std::optional<double>(value) : std::nullopt;
}

}  // namespace mansard::analyzer::nvidia
