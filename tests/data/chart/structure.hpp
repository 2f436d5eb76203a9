// A small structural check of XML and of the HTML that mansard writes: enough to catch what escaping must
// prevent.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/utf8.hpp"

namespace mansard::analyzer::sample {

/// What is wrong with the nesting, the quoting or the characters of `text`; empty if nothing is. `html`:
/// elements without an end tag are known, and attributes need not all have values.
inline std::string structural_fault(std::string_view text, bool html) {
    const std::vector<std::string_view> empty_elements{"meta", "br"};
    std::vector<std::string> open;
    const auto at_line = [&](std::size_t at, std::string_view what) {
        return fmt::format("{} at byte {}: {}", what, at, text.substr(at, 60));
    };
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_sequence_length(text, i);
        if (length == 0) return at_line(i, "invalid UTF-8");
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 && byte != '\n') return at_line(i, "a control character");
        const std::string_view sequence = text.substr(i, length);
        if (sequence == "\xef\xbf\xbe" || sequence == "\xef\xbf\xbf") return at_line(i, "a noncharacter");
        if (byte == '&') {
            const std::size_t end = text.find(';', i);
            if (end == std::string_view::npos || end - i > 7) return at_line(i, "a bare ampersand");
        }
        if (byte == '>') return at_line(i, "a stray >");
        if (byte != '<') {
            i += length;
            continue;
        }
        char quote = 0;
        std::size_t end = i + 1;
        for (; end < text.size() && (quote != 0 || text[end] != '>'); ++end) {
            if (quote == 0 && (text[end] == '"' || text[end] == '\'')) {
                if (text[end - 1] != '=' && !html) return at_line(end, "a quote outside a value");
                quote = text[end];
            } else if (text[end] == quote) {
                quote = 0;
            } else if (text[end] == '<') {
                return at_line(end, "a < inside a tag");
            }
        }
        if (end >= text.size()) return at_line(i, "an unfinished tag");
        const std::string_view tag = text.substr(i + 1, end - i - 1);
        i = end + 1;
        if (tag.starts_with('?') || tag.starts_with('!') || tag.ends_with('/')) continue;
        const std::string name(tag.substr(0, tag.find_first_of(" \n")));
        if (!name.starts_with('/')) {
            if (html && (name == empty_elements[0] || name == empty_elements[1])) continue;
            open.push_back(name);
            // CSS is no markup.
            if (html && name == "style") i = text.find("</style>", i);
            if (i == std::string_view::npos) return "an unfinished style sheet";
            continue;
        }
        if (open.empty() || "/" + open.back() != name)
            return at_line(end, "an end tag that closes nothing: " + name);
        open.pop_back();
    }
    return open.empty() ? "" : "never closed: " + open.back();
}

}  // namespace mansard::analyzer::sample
