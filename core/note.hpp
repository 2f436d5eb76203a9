// Notes: what a reader of a result must know besides the numbers. Machine-readable code, words, remedy.
#pragma once

#include <string>
#include <vector>

#include "core/json.hpp"

namespace mansard {

struct Note {
    std::string code;    ///< stable, snake_case: "cache_size_disagreement"
    std::string text;    ///< one sentence with the numbers
    std::string remedy;  ///< what to do about it; may be empty
};

Json to_json(const std::vector<Note>& notes);
std::vector<Note> notes_from_json(const Json& array, const std::string& where);

}  // namespace mansard
