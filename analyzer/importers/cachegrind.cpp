// Valgrind's cachegrind: misses of a simulated cache, by function. It has no times, no FLOPs and no calls:
// what it adds is traffic, to be joined with a timed profile (join_simulated.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "analyzer/importers/importer.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/lines.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 16;
/// What to do about a file without misses: since version 3.21 cachegrind simulates no caches by itself.
constexpr std::string_view with_caches =
    "simulate the caches: valgrind --tool=cachegrind --cache-sim=yes PROGRAM";

/// The events that count here; the names are cachegrind's. Others (branches) are passed over.
enum Event : std::uint8_t { Ir, I1mr, ILmr, Dr, D1mr, DLmr, Dw, D1mw, DLmw, events };
constexpr std::array<std::string_view, events> event_names{"Ir",   "I1mr", "ILmr", "Dr",  "D1mr",
                                                           "DLmr", "Dw",   "D1mw", "DLmw"};
using Counts = std::array<double, events>;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool is_callgrind(std::string_view head) {
    return has(head, "# callgrind format") || has(head, "creator: callgrind");
}
/// What cg_annotate prints, and what valgrind itself says at a program's end.
bool is_for_readers(std::string_view head) {
    return has(head, "Events recorded:") || has(head, "Cachegrind, a ");
}

int sniff(const std::filesystem::path&, std::string_view head) {
    if (is_callgrind(head)) return 90;
    const bool own = head.starts_with("events:") || has(head, "\nevents:");
    if (own && (has(head, "\nfl=") || has(head, "\nfn="))) return 95;
    return is_for_readers(head) ? 80 : 0;
}

/// The next word of `text`, taken off it; empty at its end.
std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    text.remove_prefix(word.size());
    return word;
}

/// A whole number, which may not be followed by anything.
std::optional<double> count_of(std::string_view word) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return static_cast<double>(value);
}

struct Cache {
    double bytes = 0, line = 0;
};

/// "32768 B, 64 B, 8-way associative": size and line; nothing where one of them is none.
std::optional<Cache> cache_of(std::string_view text) {
    const auto bytes = count_of(take_word(text));
    take_word(text);
    const auto line = count_of(take_word(text));
    if (!bytes || !line || *bytes <= 0 || *line <= 0) return std::nullopt;
    return Cache{*bytes, *line};
}

struct Function {
    std::string name{};
    Counts counts{};
    std::string where{}, fault{};  ///< of its first bad line
};

class Reader {
  public:
    explicit Reader(const std::filesystem::path& path) : lines_(path) {
        profile_.source = input_name(path);
        profile_.format = "cachegrind";
    }

    Profile run() {
        refuse_what_is_no_profile(lines_.head(head_bytes));
        for (std::string_view line; lines_.next(line);) read(line);
        check();
        add_points();
        return std::move(profile_);
    }

  private:
    [[noreturn]] void fail(std::string what, std::string expected, std::string_view remedy) const {
        throw Error(
            Exit::bad_input, std::move(what),
            {.where = profile_.source, .expected = std::move(expected), .remedy = std::string(remedy)});
    }

    void refuse_what_is_no_profile(std::string_view head) const {
        if (is_callgrind(head))
            fail("it is callgrind's profile", "a file cachegrind.out.PID",
                 "run its sibling: valgrind --tool=cachegrind --cache-sim=yes PROGRAM");
        if (!is_for_readers(head) || has(head, "\nfn=")) return;
        fail("it is text for readers, of cg_annotate or valgrind", "the file cachegrind.out.PID itself",
             "give the file that cg_annotate was given; valgrind names it by --cachegrind-out-file=FILE");
    }

    void read(std::string_view line) {
        const auto rest_after = [line](std::string_view key) {
            return line.starts_with(key) ? std::optional(line.substr(key.size())) : std::nullopt;
        };
        if (line.empty() || line.front() == '#') return;
        if (const auto name = rest_after("fn=")) return enter(*name);
        if (const auto text = rest_after("events:")) return read_events(*text);
        if (const auto text = rest_after("desc:")) return read_description(*text);
        if (const auto text = rest_after("summary:")) {
            Counts total{};
            if (add_counts(*text, total)) summary_ = total;
            return;
        }
        // Files tell functions of one name apart only by what was inlined into them.
        if (line.starts_with("fl=") || line.starts_with("cmd:")) return;
        if (columns_.empty()) return;
        if (current_ == none) enter("");
        std::string_view rest = line;
        take_word(rest);  // the line of the source
        Function& function = functions_[current_];
        if (add_counts(rest, function.counts) || !function.fault.empty()) return;
        function.where = fmt::format("{}, line {}", profile_.source, lines_.line());
        function.fault = fmt::format("\"{}\" are no counts of these events", printable(line, 60));
    }

    void read_events(std::string_view text) {
        columns_.clear();
        for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
            const auto found = std::find(event_names.begin(), event_names.end(), word);
            columns_.push_back(static_cast<Event>(found - event_names.begin()));
        }
    }

    void read_description(std::string_view text) {
        const std::string_view cache = take_word(text);
        if (take_word(text) != "cache:") {
            difference_ = difference_ || has(cache, "Files");
            return;
        }
        const auto size = cache_of(text);
        if (cache == "I1") code_ = size;
        if (cache == "D1") data_ = size;
        if (cache == "LL") last_ = size;
    }

    void enter(std::string_view name) {
        std::string key = escape_invalid_utf8(name);
        const auto [found, is_new] = index_.try_emplace(key, functions_.size());
        if (is_new) functions_.push_back({.name = std::move(key)});
        current_ = found->second;
    }

    /// A line may end early, and "." is 0. False where something else stands there.
    bool add_counts(std::string_view text, Counts& to) const {
        Counts counts{};
        std::size_t column = 0;
        for (std::string_view word = take_word(text); !word.empty(); word = take_word(text), ++column) {
            const auto count = word == "." ? std::optional(0.0) : count_of(word);
            if (!count || column == columns_.size()) return false;
            if (columns_[column] < events) counts[columns_[column]] += *count;
        }
        for (std::size_t event = 0; event < events; ++event) to[event] += counts[event];
        return true;
    }

    void check() const {
        if (difference_)
            fail("it is a difference of two profiles, by cg_diff", "a profile of one run",
                 "give one of the two files");
        if (columns_.empty() || functions_.empty())
            fail("there are no functions with counts", "a file cachegrind.out.PID, to its end", with_caches);
        for (const Event event : {I1mr, ILmr, D1mr, DLmr, D1mw, DLmw})
            if (std::find(columns_.begin(), columns_.end(), event) == columns_.end())
                fail(fmt::format("it counts no cache misses ({})", event_names[event]),
                     "the events of a cache simulation", with_caches);
        if (!code_ || !data_ || !last_)
            fail("it does not say which caches were simulated",
                 "lines \"desc: D1 cache: 32768 B, 64 B, 8-way associative\" for I1, D1 and LL",
                 "keep the file as cachegrind wrote it");
    }

    Point point_of(std::string name, const Counts& counts) const {
        const double from_l2 = counts[I1mr] * code_->line + (counts[D1mr] + counts[D1mw]) * data_->line;
        const double from_memory = (counts[ILmr] + counts[DLmr] + counts[DLmw]) * last_->line;
        Point point{.name = std::move(name)};
        for (const auto& [level, bytes] :
             {std::pair(Level::L2, from_l2), std::pair(Level::DRAM, from_memory)})
            point.bytes.push_back({.level = level,
                                   .basis = Basis::traffic,
                                   .how = How::simulated,
                                   .read = bytes,
                                   .count = bytes});
        point.details = std::make_shared<const Details>(Details{.metrics = {{"instructions", counts[Ir]},
                                                                            {"data_reads", counts[Dr]},
                                                                            {"data_writes", counts[Dw]}}});
        return point;
    }

    void add_points() {
        Counts sum{};
        std::vector<Point> points;
        for (Function& function : functions_) {
            ++profile_.records;
            for (std::size_t event = 0; event < events; ++event) sum[event] += function.counts[event];
            if (function.name.empty() && function.fault.empty())
                function.where = profile_.source, function.fault = "the counts belong to no function";
            if (!function.fault.empty())
                profile_.rejected.push_back({.record = std::move(function.where),
                                             .name = std::move(function.name),
                                             .reason = std::move(function.fault)});
            else
                points.push_back(point_of(std::move(function.name), function.counts));
        }
        // Without times nothing else would bring those to the top that move most.
        std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
            return std::pair(a.bytes[1].count, a.bytes[0].count) >
                   std::pair(b.bytes[1].count, b.bytes[0].count);
        });
        for (Point& point : points) profile_.points.push_back(std::move(point));
        profile_.program.push_back(point_of("total (cachegrind)", summary_.value_or(sum)));
        profile_.caches = {{.level = Level::L1, .bytes = data_->bytes, .source = "cachegrind"},
                           {.level = Level::L3, .bytes = last_->bytes, .source = "cachegrind"}};
        note_what_it_is(sum);
    }

    void note_what_it_is(const Counts& sum) {
        profile_.notes.push_back(
            {.code = "simulated",
             .text = fmt::format("{} was simulated with an L1 of {} and a last cache (LL) of {}: what L1 "
                                 "lacks is taken for bytes of L2, what LL lacks for DRAM's. They are lines "
                                 "fetched; lines written back are not simulated, and not among them",
                                 printable(profile_.source), binary_size(data_->bytes),
                                 binary_size(last_->bytes)),
             .remedy = "it has no times: analyze it together with a timed profile of the same functions"});
        if (summary_ && *summary_ == sum) return;
        profile_.notes.push_back(
            {.severity = Severity::warning,
             .code = summary_ ? "total_differs" : "truncated",
             .text = fmt::format("{} {}", printable(profile_.source),
                                 summary_ ? "has a summary that is not the sum of its functions"
                                          : "has no summary at its end: it may lack functions"),
             .remedy = "let the program run to its end under valgrind"});
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    LineReader lines_;
    Profile profile_{};
    std::vector<Event> columns_{};
    std::optional<Cache> code_{}, data_{}, last_{};
    std::vector<Function> functions_{};
    std::unordered_map<std::string, std::size_t> index_{};
    std::size_t current_ = none;
    std::optional<Counts> summary_{};
    bool difference_ = false;
};

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    return Reader(path).run();
}

}  // namespace

extern constinit const ImporterDesc cachegrind_importer{
    .name = "cachegrind",
    .summary = "cachegrind.out files of valgrind's cache simulation: bytes by function",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
