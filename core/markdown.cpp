#include "core/markdown.hpp"

#include "core/error.hpp"

namespace mansard {

std::string escape_markdown(std::string_view text, std::size_t longest) {
    const std::string plain = printable(text, longest);
    std::string out;
    for (std::size_t at = 0; at < plain.size(); ++at) {
        const bool markup = std::string_view("|\\`*_{}[]<>#&~").find(plain[at]) != std::string_view::npos;
        // Addresses become links by themselves.
        const bool link = plain.compare(at, 3, "://") == 0;
        if (markup || link) out += '\\';
        out += plain[at];
    }
    return out;
}

}  // namespace mansard
