#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/characters.hpp"

namespace mansard {

Error::Error(Exit status, std::string what, ErrorDetails details)
    : status_(status), what_(std::move(what)), details_(std::move(details)) {
    compose();
}

Error& Error::while_doing(std::string doing) {
    doing_.push_back(std::move(doing));
    compose();
    return *this;
}

void Error::compose() {
    message_.clear();
    for (auto step = doing_.rbegin(); step != doing_.rend(); ++step) message_ += *step + ": ";
    message_ += what_;
    if (!details_.where.empty()) message_ += " (" + details_.where + ")";
    message_ += '.';
    if (!details_.expected.empty()) message_ += " Expected: " + details_.expected + ".";
    if (!details_.remedy.empty()) message_ += " To mend it: " + details_.remedy + ".";
}

std::string printable(std::string_view text, std::size_t most) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (out.size() >= most) return out + "…";
        const Character character = character_at(text, at);
        if (character.length == 0)
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
        else if (character.code == '\n')
            out += "\\n";
        else if (character.code == '\t')
            out += "\\t";
        else if (character.code == '\r')
            out += "\\r";
        else if (is_control(character.code))
            append_escape(out, character.code);
        else
            out += text.substr(at, character.length);
        at += std::max<std::size_t>(character.length, 1);
    }
    return out;
}

}  // namespace mansard
