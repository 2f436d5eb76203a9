#include "core/document.hpp"

#include "core/json.hpp"

namespace mansard {

const Json& list_member(const Json& object, std::string_view key, const std::string& where) {
    const Json& list = member(object, key, where);
    if (!list.is_array())
        throw Error(Exit::bad_input, "\"" + std::string(key) + "\" is " + list.type_name(),
                    {.where = where, .expected = "a list"});
    return list;
}

Error with_remedy(const Error& error, const std::string& remedy) {
    std::string words = error.what();
    if (words.find(" To mend it: ") != std::string::npos) return error;
    // The full stop, which is set again.
    if (words.ends_with('.')) words.pop_back();
    return Error(error.status(), std::move(words), {.remedy = remedy});
}

}  // namespace mansard
