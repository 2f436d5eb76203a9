// Notes: what a reader of a result must know besides the numbers. Machine-readable code, words, remedy.
#pragma once

#include <string>
#include <vector>

#include "core/json_fwd.hpp"
#include "core/names.hpp"

namespace mansard {

/// What a note does to the numbers it speaks of: nothing, it flags them, or it makes them suspect.
enum class Severity : std::uint8_t { info, warning, error };
template <>
struct Names<Severity> {
    static constexpr NameTable<Severity, 3> table{
        {{Severity::info, "info"}, {Severity::warning, "warning"}, {Severity::error, "error"}}};
};

struct Note {
    Severity severity = Severity::info;
    std::string code;    ///< stable, snake_case: "cache_size_disagreement"
    std::string text;    ///< one sentence with the numbers
    std::string remedy;  ///< what to do about it; may be empty
};

Json to_json(const std::vector<Note>& notes);
std::vector<Note> notes_from_json(const Json& array, const std::string& where);

}  // namespace mansard
