#include "core/error.hpp"

#include <fmt/format.h>

#include "core/utf8.hpp"

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
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::size_t length = utf8_sequence_length(text, at);
        if (length == 0) {
            out += fmt::format("\\x{:02x}", byte);
            ++at;
        } else if (byte == '\n') {
            out += "\\n", ++at;
        } else if (byte == '\t') {
            out += "\\t", ++at;
        } else if (byte == '\r') {
            out += "\\r", ++at;
        } else if (byte < 0x20 || byte == 0x7f) {
            out += fmt::format("\\x{:02x}", byte);
            ++at;
        } else {
            out += text.substr(at, length);
            at += length;
        }
    }
    return out;
}

}  // namespace mansard
