#include "core/note.hpp"

#include "core/error.hpp"
#include "core/json.hpp"

namespace mansard {

Json to_json(const std::vector<Note>& notes) {
    Json array = Json::array();
    for (const Note& note : notes) {
        Json object{{"code", note.code}, {"text", note.text}};
        // Most notes spoil nothing: a missing severity is "info".
        if (note.severity != Severity::info) object["severity"] = std::string(name_of(note.severity));
        if (!note.remedy.empty()) object["remedy"] = note.remedy;
        array.push_back(std::move(object));
    }
    return array;
}

std::vector<Note> notes_from_json(const Json& array, const std::string& where) {
    if (!array.is_array())
        throw Error(Exit::bad_input, "notes are no array", {.where = where, .expected = "an array"});
    std::vector<Note> notes;
    for (const Json& object : array)
        notes.push_back(
            {.severity = optional_name<Severity>(object, "severity", where).value_or(Severity::info),
             .code = string_member(object, "code", where),
             .text = string_member(object, "text", where),
             .remedy = optional_string(object, "remedy", where)});
    return notes;
}

}  // namespace mansard
