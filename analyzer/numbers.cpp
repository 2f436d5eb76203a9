#include "analyzer/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "analyzer/tolerant_json.hpp"
#include "core/error.hpp"
#include "core/json.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

ReadNumber judged(double value) {
    if (!std::isfinite(value)) return {0, "is not a finite number"};
    if (value < 0) return {0, "is negative"};
    return {value == 0 ? 0 : value, nullptr};  // -0 becomes 0
}

}  // namespace

ReadNumber read_number(std::string_view text) {
    // Nearly all fields are bare, and a profile has ten million of them.
    if (text.empty() || is_blank(text.front()) || is_blank(text.back())) {
        const std::size_t first = text.find_first_not_of(blanks);
        if (first == std::string_view::npos) return {0, "is no number"};
        text = text.substr(first, text.find_last_not_of(blanks) - first + 1);
    }
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument) return {0, "is no number"};
    if (error == std::errc::result_out_of_range) return {0, "is beyond the range of numbers"};
    return judged(value);
}

ReadNumber read_number(const Json& value) {
    if (value.is_number()) return judged(value.get<double>());
    // A string here is a text, or a token that parse_tolerantly() quoted.
    if (value.is_string() &&
        read_number(std::string_view(value.get_ref<const std::string&>())).fault != nullptr)
        return read_number(std::string_view(value.get_ref<const std::string&>()));
    return {0, "is no number"};
}

std::string fault_text(std::string_view field, std::string_view text, const char* fault) {
    return fmt::format("{} is \"{}\", which {}", field, printable(text, 40), fault);
}

}  // namespace mansard::analyzer
