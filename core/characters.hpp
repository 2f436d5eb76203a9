// Characters as a terminal sees them: which it would obey, how a file shows those, how wide the others are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mansard {

/// The character at text[at].
struct Character {
    std::size_t length = 0;  ///< in bytes; 0 where there is no valid sequence
    char32_t code = 0;
};
Character character_at(std::string_view text, std::size_t at);

/// Whether a terminal would obey `code` instead of showing it, or hide it: the controls C0 and C1, what turns
/// the direction of writing (U+202E and its like), line and paragraph separators, the byte order mark,
/// annotations and tags.
bool is_control(char32_t code);

/// Appends "\x1b", "\u202e" or "\U000e0001": how a character that must not be written as it is stands for
/// itself.
void append_escape(std::string& out, char32_t code);

/// Columns of one character in any locale: two for wide and fullwidth ones (Chinese, Japanese, Korean, most
/// emoji), none for combining marks and zero-width ones. Of a text: display_width() in core/utf8.hpp.
std::size_t character_width(char32_t code);

/// Bytes of the longest start of `text` that takes at most `columns`, with the marks that combine with its
/// last character.
std::size_t bytes_within(std::string_view text, std::size_t columns);

}  // namespace mansard
