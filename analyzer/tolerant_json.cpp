#include "analyzer/tolerant_json.hpp"

#include <fmt/format.h>

#include <charconv>

#include "analyzer/advice.hpp"
#include "analyzer/trace/surrogates.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool is_token_end(char c) {
    return is_blank(c) || c == ',' || c == ']' || c == '}' || c == ':';
}

/// Whether a bare token is one that other tools write for a number that JSON cannot hold.
bool is_unholdable(std::string_view token) {
    const std::string_view word = token.starts_with('-') || token.starts_with('+') ? token.substr(1) : token;
    for (const std::string_view known : {"NaN", "nan", "Infinity", "infinity", "inf", "Inf", "INF", "NAN"})
        if (word == known) return true;
    if (word.empty() || word[0] < '0' || word[0] > '9') return false;
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc::result_out_of_range && end == word.data() + word.size();
}

/// The text with unholdable tokens quoted, and where its structure stands at the end.
struct Scan {
    std::string text{};
    std::size_t whole_rows_end =
        0;                   ///< in `text`: after the last whole object of the wanted array; 0 if none
    bool open = false;       ///< the text ends inside something
    std::size_t mended = 0;  ///< places in strings that mean no character
};

class Scanner {
  public:
    Scanner(std::string_view text, std::string_view key) : text_(text), key_(key) {
        scan_.text.reserve(text.size());
    }

    Scan run() {
        for (std::size_t at = 0; at < text_.size();) {
            const char c = text_[at];
            if (c == '"') {
                at = string(at);
            } else if (is_token_end(c) || c == '[' || c == '{') {
                structure(c);
                ++at;
            } else {
                at = token(at);
            }
        }
        scan_.open = scan_.open || depth_ > 0;
        return std::move(scan_);
    }

  private:
    std::size_t string(std::size_t at) {
        std::size_t end = at + 1;
        while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
        if (end >= text_.size()) scan_.open = true;
        end = std::min(end + 1, text_.size());
        const std::string_view content = text_.substr(at, end - at);
        if (depth_ == 1) last_key_ = content;
        append_string(content);
        return end;
    }

    /// Names come from anywhere: what means no character, and raw control characters, are escaped.
    void append_string(std::string_view content) {
        std::size_t lone = trace::lone_surrogate(content);
        for (std::size_t at = 0; at < content.size();) {
            const auto byte = static_cast<unsigned char>(content[at]);
            const std::size_t length = utf8_sequence_length(content, at);
            if (at == lone) {
                // With its backslash doubled it is text.
                scan_.text += "\\\\";
                ++scan_.mended;
                lone = trace::lone_surrogate(content, ++at);
            } else if (length == 0 || byte < 0x20) {
                scan_.text += length == 0 ? fmt::format("\\\\x{:02x}", byte) : fmt::format("\\u{:04x}", byte);
                if (length == 0) ++scan_.mended;
                ++at;
            } else {
                scan_.text += content.substr(at, length);
                at += length;
            }
        }
    }

    std::size_t token(std::size_t at) {
        std::size_t end = at;
        while (end < text_.size() && !is_token_end(text_[end])) ++end;
        const std::string_view word = text_.substr(at, end - at);
        const bool quote = is_unholdable(word);
        if (quote) scan_.text += '"';
        scan_.text += word;
        if (quote) scan_.text += '"';
        return end;
    }

    void structure(char c) {
        scan_.text += c;
        if (c == '{' || c == '[') {
            ++depth_;
            if (depth_ == 2 && c == '[')
                in_wanted_ = last_key_.size() == key_.size() + 2 && last_key_.substr(1, key_.size()) == key_;
        } else if (c == '}' || c == ']') {
            --depth_;
            if (depth_ == 2 && c == '}' && in_wanted_) scan_.whole_rows_end = scan_.text.size();
            if (depth_ == 1) in_wanted_ = false;
        }
    }

    std::string_view text_, key_, last_key_{};
    Scan scan_{};
    int depth_ = 0;
    bool in_wanted_ = false;
};

TolerantJson parsed(std::string_view text, const std::string& source, std::string_view key,
                    std::size_t mended) {
    TolerantJson json{.document = {}, .mended = mended};
    json.document =
        parse_json(text, source, [&](std::span<const std::string> path, const std::string& repeated) {
            if (path.size() >= 2 && path[0] == key)
                json.repeated_in_row.try_emplace(std::stoull(path[1]), repeated);
            else if (path.empty() && json.repeated.empty())
                json.repeated = repeated;
        });
    return json;
}

}  // namespace

TolerantJson parse_tolerantly(std::string_view text, const std::string& source, std::string_view key) {
    // Some editors and Windows' tools begin UTF-8 with a byte order mark.
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    Scan scan = Scanner(text, key).run();
    if (!scan.open || scan.whole_rows_end == 0) return parsed(scan.text, source, key, scan.mended);
    try {
        return parsed(scan.text, source, key, scan.mended);
    } catch (const Error&) {
        // Broken off, or faulty somewhere before: the rows before the break tell which.
        const std::string whole = scan.text.substr(0, scan.whole_rows_end) + "]}";
        TolerantJson json = parsed(whole, source, key, scan.mended);
        json.cut_at = place_in(text, text.size());
        return json;
    }
}

void note_if_mended(const TolerantJson& json, Profile& profile) {
    if (json.mended == 0) return;
    profile.notes.push_back(
        {.code = "text_mended",
         .text =
             fmt::format("{} in its strings meant no character (bytes that are no UTF-8, half of a surrogate "
                         "pair): escaped (\\ud800)",
                         counted(json.mended, "place")),
         .remedy = ""});
}

}  // namespace mansard::analyzer
