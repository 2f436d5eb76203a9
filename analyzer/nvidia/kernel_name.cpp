#include "analyzer/nvidia/kernel_name.hpp"

#include <algorithm>
#include <cctype>

namespace mansard::analyzer::nvidia {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Where the list of arguments opens: the last "(" on the outermost level; npos where there is none.
std::size_t arguments_of(std::string_view name) {
    if (!name.ends_with(')')) return std::string_view::npos;
    int depth = 0;
    for (std::size_t at = name.size(); at-- > 0;) {
        if (name[at] == ')') ++depth;
        if (name[at] == '(' && --depth == 0) return at;
    }
    return std::string_view::npos;
}

/// Without "void " in front: a word and a space on the outermost level, before any "<" or "(".
std::string_view without_result(std::string_view name) {
    const std::size_t end = name.find_first_of("<(");
    const std::size_t space = name.substr(0, end).rfind(' ');
    return space == std::string_view::npos ? name : name.substr(space + 1);
}

void erase_all(std::string& text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
        text.erase(at, part.size());
}

/// "(int)256" → "256", "(bool)1" → "1": a cast is types alone, and a number follows.
std::string without_casts(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(') {
            const std::size_t close = text.find(')', at);
            const bool types = close != std::string_view::npos && close + 1 < text.size() &&
                               std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                           text.begin() + static_cast<std::ptrdiff_t>(close),
                                           [](char c) { return is_word(c) || c == ' ' || c == ':'; });
            const char next = types ? text[close + 1] : ' ';
            if (types && (std::isdigit(static_cast<unsigned char>(next)) || next == '-')) {
                at = close;
                continue;
            }
        }
        out += text[at];
    }
    return out;
}

/// Words made alike: numbers without their suffixes, truth values as numbers.
std::string normal_words(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_word(text[at])) {
            if (text[at] != ' ') out += text[at];
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.size() && is_word(text[end])) ++end;
        std::string_view word = text.substr(at, end - at);
        if (std::isdigit(static_cast<unsigned char>(word[0])))
            while (word.size() > 1 && std::string_view("uUlL").find(word.back()) != std::string_view::npos)
                word.remove_suffix(1);
        if (word == "true") word = "1";
        if (word == "false") word = "0";
        // A space that parts two words is all that tells "unsigned int" from a word of its own.
        if (!out.empty() && is_word(out.back())) out += ' ';
        out += word;
        at = end;
    }
    return out;
}

}  // namespace

std::string normal_name(std::string_view name) {
    const std::size_t arguments = arguments_of(name);
    // A lambda's call operator is all arguments: "…::operator()" must stay.
    if (arguments != std::string_view::npos && arguments > 0) name = name.substr(0, arguments);
    std::string text = without_casts(without_result(name));
    // "unnamed>::" is what is left of it where a shell or a script ate the "<".
    for (const std::string_view unnamed :
         {"(anonymous namespace)::", "<unnamed>::", "unnamed>::", "_GLOBAL__N__::", "{anonymous}::"})
        erase_all(text, unnamed);
    return normal_words(text);
}

std::string base_name(std::string_view name) {
    const std::string normal = normal_name(name);
    std::string_view text = std::string_view(normal).substr(0, normal.find('<'));
    const std::size_t colons = text.rfind("::");
    return std::string(colons == std::string_view::npos ? text : text.substr(colons + 2));
}

}  // namespace mansard::analyzer::nvidia
