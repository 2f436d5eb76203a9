#include "analyzer/broken_json.hpp"

#include "core/json.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// A bracket and what may stand behind it; "[7] app@host" is no JSON.
bool begins_like_json(std::string_view head) {
    const std::size_t first = head.find_first_not_of(blanks);
    if (first == std::string_view::npos || (head[first] != '{' && head[first] != '[')) return false;
    const std::size_t second = head.find_first_not_of(blanks, first + 1);
    return second != std::string_view::npos &&
           std::string_view("\"{[").find(head[second]) != std::string_view::npos;
}

/// What is wrong with `text`; nothing where that is that it ends too early, as the beginning of a file does.
std::optional<Error> fault_of(std::string_view text, const std::string& source) {
    try {
        parse_json(text, source);
    } catch (const Error& error) {
        if (std::string_view(error.what()).find("not JSON") != std::string_view::npos) return error;
    }
    return std::nullopt;
}

bool is_whole(std::string_view text) {
    try {
        parse_json(text, "");
    } catch (const Error&) {
        return false;
    }
    return true;
}

}  // namespace

std::optional<Error> broken_json(std::string_view head, const std::string& source) {
    if (!begins_like_json(head)) return std::nullopt;
    // A document in each line is another format, and no fault: the first of them is whole by itself.
    const std::string_view line = head.substr(0, head.find('\n'));
    if (line.size() < head.size() && is_whole(line)) return std::nullopt;
    return fault_of(head, source);
}

}  // namespace mansard::analyzer
