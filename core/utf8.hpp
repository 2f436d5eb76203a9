// UTF-8: whether a name from somebody's file can be written to JSON, HTML or a terminal as it is.
#pragma once

#include <string>
#include <string_view>

namespace mansard {

/// Length in bytes (1–4) of the valid UTF-8 sequence at text[at], or 0 if there is none: stray continuation,
/// overlong form, surrogate, above U+10FFFF, or cut short.
std::size_t utf8_sequence_length(std::string_view text, std::size_t at);

/// `text` with each byte that is no part of a valid sequence written as \xNN; valid text comes back
/// unchanged.
std::string escape_invalid_utf8(std::string_view text);

/// Columns that `text` takes on a terminal, in any locale; a stray byte takes one (character_width() in
/// core/characters.hpp).
std::size_t display_width(std::string_view text);

}  // namespace mansard
