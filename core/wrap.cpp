#include "core/wrap.hpp"

#include <algorithm>

#include "core/utf8.hpp"

namespace mansard {

std::vector<std::string> wrapped_lines(std::string_view text, std::string_view first, std::size_t width) {
    const std::size_t indent = display_width(first);
    std::vector<std::string> lines;
    std::string line(first);
    bool empty = true;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (!empty && display_width(line) + 1 + display_width(word) > width) {
            lines.push_back(std::move(line));
            line.assign(indent, ' ');
            empty = true;
        }
        if (!empty) line += ' ';
        line += word;
        empty = false;
        at = end + 1;
    }
    lines.push_back(std::move(line));
    return lines;
}

}  // namespace mansard
