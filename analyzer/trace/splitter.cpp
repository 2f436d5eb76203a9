#include "analyzer/trace/splitter.hpp"

#include <array>
#include <cstring>

#include "core/json.hpp"

namespace mansard::analyzer::trace {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 20;
/// As simdjson wants it.
constexpr std::size_t slack = 64;
/// An element beyond it is no event, and a member beyond it nothing to know of the whole profile.
constexpr std::size_t longest_element = std::size_t{64} << 20;
constexpr std::size_t longest_member = std::size_t{1} << 20;

enum class Mark : std::uint8_t { none, quote, open, close };

constexpr auto marks = [] {
    std::array<Mark, 256> table{};
    table['"'] = Mark::quote;
    table['{'] = table['['] = Mark::open;
    table['}'] = table[']'] = Mark::close;
    return table;
}();

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace

/// Whether there is a byte at at_. Refills the window, which moves what is kept to its front.
bool Splitter::ensure() {
    if (at_ < end_) return true;
    if (at_end_) return false;
    const std::size_t keep = keep_ != 0 ? keep_ : at_;
    if (data_.size() < end_ - keep + 1 + chunk + slack) data_.resize(2 * (end_ - keep) + 1 + chunk + slack);
    std::memmove(data_.data() + 1, data_.data() + keep, end_ - keep);
    const std::size_t moved = keep - 1;
    base_ += moved;
    at_ -= moved;
    end_ -= moved;
    if (keep_ != 0) keep_ = 1;
    const std::size_t got = input_.read(data_.data() + end_, chunk);
    end_ += got;
    at_end_ = got == 0;
    return got > 0;
}

bool Splitter::skip_space() {
    while (ensure()) {
        if (!is_space(data_[at_])) return true;
        ++at_;
    }
    return false;
}

/// at_ stands on the opening quote, and then after the closing one.
Splitter::Step Splitter::skip_string() {
    ++at_;
    while (ensure()) {
        const char *at = data_.data() + at_, *const end = data_.data() + end_;
        while (at != end && *at != '"' && *at != '\\') ++at;
        at_ = static_cast<std::size_t>(at - data_.data());
        if (at == end) continue;
        const bool closes = *at == '"';
        ++at_;
        if (closes) return Step::ok;
        if (!ensure()) break;
        ++at_;
    }
    return Step::cut_short;
}

/// at_ stands on the opening bracket. Brackets are counted, not matched: what does not match, the parser
/// finds.
Splitter::Step Splitter::skip_container() {
    const std::uint64_t begin = offset();
    std::size_t depth = 0;
    while (ensure()) {
        // Every byte of the file passes here: most are of no interest, and all that is needed is at hand.
        const char *at = data_.data() + at_, *const end = data_.data() + end_;
        while (at != end && marks[static_cast<unsigned char>(*at)] == Mark::none) ++at;
        at_ = static_cast<std::size_t>(at - data_.data());
        if (keep_ != 0 && offset() - begin > longest_element) return Step::too_long;
        if (at == end) continue;
        const Mark mark = marks[static_cast<unsigned char>(*at)];
        if (mark == Mark::quote) {
            if (const Step step = skip_string(); step != Step::ok) return step;
            continue;
        }
        ++at_;
        if (mark == Mark::open) ++depth;
        if (mark == Mark::close && --depth == 0) return Step::ok;
    }
    return Step::cut_short;
}

Splitter::Step Splitter::skip_value() {
    if (!ensure()) return Step::cut_short;
    const char c = data_[at_];
    if (c == '{' || c == '[') return skip_container();
    if (c == '"') return skip_string();
    // A number or a word; at least one byte, so that anything is passed in the end.
    for (++at_; ensure(); ++at_) {
        const char next = data_[at_];
        if (is_space(next) || next == ',' || next == '}' || next == ']' || next == ':') return Step::ok;
        if (keep_ != 0 && at_ - keep_ > longest_element) return Step::too_long;
    }
    return Step::cut_short;
}

void Splitter::hand_on(const BatchSink& batch, std::vector<Span>& spans) {
    if (!spans.empty())
        batch({.text = data_.data() + keep_,
               .size = spans.back().begin + spans.back().size,
               .elements = spans,
               .offset = base_ + keep_});
    spans.clear();
    keep_ = 0;
}

/// at_ stands after the array's opening bracket.
Splitter::Step Splitter::events(const BatchSink& batch) {
    has_events_ = true;
    std::vector<Span> spans;
    Step step = Step::ok;
    for (;;) {
        if (!skip_space()) step = Step::cut_short;
        if (step != Step::ok || data_[at_] == ']') break;
        if (data_[at_] == ',') {
            ++at_;
            continue;
        }
        if (keep_ == 0) keep_ = at_;
        const std::size_t begin = at_ - keep_;
        step = skip_value();
        if (step != Step::ok) break;
        spans.push_back({begin, at_ - keep_ - begin});
        if (at_ - keep_ >= chunk) hand_on(batch, spans);
    }
    if (step == Step::ok) ++at_;
    hand_on(batch, spans);
    return step;
}

/// at_ stands on the key's opening quote.
Splitter::Step Splitter::member(const MemberSink& sink, const BatchSink& batch) {
    keep_ = at_;
    if (const Step step = skip_string(); step != Step::ok) return step;
    const std::string key(data_.data() + keep_ + 1, at_ - keep_ - 2);
    keep_ = 0;
    while (skip_space() && data_[at_] == ':') ++at_;
    if (!ensure()) return Step::cut_short;
    if (key == "traceEvents" && data_[at_] == '[') {
        ++at_;
        return events(batch);
    }
    keep_ = at_;
    Step step = skip_value();
    if (step == Step::too_long) {
        // Whatever it is, what comes after it may be events.
        keep_ = 0;
        return step;
    }
    if (step == Step::ok && at_ - keep_ <= longest_member)
        sink(key, std::string_view(data_.data() + keep_, at_ - keep_));
    keep_ = 0;
    return step;
}

Splitter::Ending Splitter::run(const MemberSink& sink, const BatchSink& batch) {
    const auto ending = [](Step step) {
        return step == Step::ok          ? Ending::whole
               : step == Step::cut_short ? Ending::cut_short
                                         : Ending::too_long;
    };
    if (ensure() && end_ - at_ >= 3 && std::memcmp(data_.data() + at_, "\xef\xbb\xbf", 3) == 0) at_ += 3;
    if (!skip_space()) return Ending::not_a_trace;
    const char top = data_[at_];
    if (top != '[' && top != '{') return Ending::not_a_trace;
    ++at_;
    if (top == '[') return ending(events(batch));
    while (skip_space()) {
        if (data_[at_] == '}') {
            ++at_;
            return Ending::whole;
        }
        if (data_[at_] == '"') {
            if (const Step step = member(sink, batch); step != Step::ok) return ending(step);
        } else {
            ++at_;
        }
    }
    return Ending::cut_short;
}

}  // namespace mansard::analyzer::trace
