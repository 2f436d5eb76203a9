// Errors, quantities, names and UTF-8.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

#include "core/characters.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/markdown.hpp"
#include "core/names.hpp"
#include "core/note.hpp"
#include "core/quantity.hpp"
#include "core/sample.hpp"
#include "core/utf8.hpp"
#include "core/words.hpp"
#include "core/wrap.hpp"

namespace mansard {
namespace {

TEST(ErrorTest, TellsWhatWhereExpectationAndRemedy) {
    Error error(Exit::bad_input, "the file is empty",
                {.where = "c.json, line 1", .expected = "a JSON document", .remedy = "calibrate"});
    error.while_doing("reading ceilings").while_doing("analyzing");
    EXPECT_STREQ(
        error.what(),
        "analyzing: reading ceilings: the file is empty (c.json, line 1). Expected: a JSON document. To "
        "mend it: calibrate.");
    EXPECT_EQ(error.status(), Exit::bad_input);
    EXPECT_STREQ(Error(Exit::usage, "no").what(), "no.");
}

TEST(Words, LowerCaseIsOfAsciiAlone) {
    EXPECT_EQ(lower("Ab_C 1"), "ab_c 1");
    EXPECT_EQ(lower("\xc3\x89"), "\xc3\x89") << "no byte of a longer character";
}

TEST(Words, OfAShellAreQuoted) {
    EXPECT_EQ(shell_word("a b.csv"), "'a b.csv'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST(ErrorTest, PrintableShowsWhatTerminalsWouldObey) {
    EXPECT_EQ(printable("a\tb\n\r\x1b[2J\x7f\xff\xc3\xa9"), "a\\tb\\n\\r\\x1b[2J\\x7f\\xff\xc3\xa9");
    EXPECT_EQ(printable("abcdef", 3), "abc…");
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(printable("\xc2\x9b"
                        "2J"),
              "\\u009b2J")
        << "a control sequence of eight bits";
    EXPECT_EQ(printable("evil\xe2\x80\xaegpj.exe"), "evil\\u202egpj.exe") << "turns the writing around";
    EXPECT_EQ(printable("\xd8\x9c\xe2\x81\xa6\xe2\x80\xa8\xef\xbb\xbf\xf3\xa0\x80\xa1"),
              "\\u061c\\u2066\\u2028\\ufeff\\U000e0021");
    EXPECT_EQ(printable("\xd7\xa9\xe2\x80\x8d\xe6\xbc\xa2"), "\xd7\xa9\xe2\x80\x8d\xe6\xbc\xa2");
}

TEST(QuantityTest, OnlyFiniteNumbersAreValues) {
    EXPECT_EQ(measured(2).value, 2);
    EXPECT_FALSE(measured(std::nan("")).value);
    EXPECT_FALSE(measured(std::numeric_limits<double>::infinity()).value);
    EXPECT_FALSE(measured(std::nan("")).reason.empty());
    EXPECT_EQ(missing("no counter").reason, "no counter");
}

TEST(QuantityTest, DecimalPrefixes) {
    EXPECT_EQ(si(4.731e10, "FLOP/s"), "47.3 GFLOP/s");
    EXPECT_EQ(si(0, "B/s"), "0 B/s");
    EXPECT_EQ(si(999.96, "B"), "1.00 kB");
    EXPECT_EQ(si(999.4, "B"), "999 B");
    EXPECT_EQ(si(1e-9, "s"), "1.00 ns");
    EXPECT_EQ(si(-2.5e6, "B"), "-2.50 MB");
    EXPECT_EQ(si(1.5e25, "B"), "15.0 YB");
    EXPECT_EQ(si(5e-13, "s"), "0.500 ps");
    EXPECT_EQ(si(1e300, "B"), "1.00e+300 B");
    EXPECT_EQ(si(1e-300, "s"), "1.00e-300 s");
}

TEST(QuantityTest, BinaryCapacities) {
    EXPECT_EQ(binary_size(32768), "32 KiB");
    EXPECT_EQ(binary_size(1.5 * 1048576), "1.5 MiB");
    EXPECT_EQ(binary_size(500), "500 B");
}

TEST(QuantityTest, PlainAndExactNumbers) {
    EXPECT_EQ(plain(0.0833333), "0.0833");
    EXPECT_EQ(plain(0.99996), "1.00");
    EXPECT_EQ(plain(0), "0");
    EXPECT_EQ(plain(1.5e7), "1.50e+07");
    EXPECT_EQ(plain(123456), "123456");
    for (const double value : {0.1, 1.0 / 3, 1e300, 5e-324, -2.5})
        EXPECT_EQ(std::strtod(exact(value).c_str(), nullptr), value);
    EXPECT_EQ(exact(0.1), "0.1");
}

template <typename E>
void expect_names_both_ways() {
    std::set<std::string_view> seen;
    for (const auto& [value, name] : Names<E>::table) {
        EXPECT_EQ(name_of(value), name);
        EXPECT_EQ(parse_name<E>(name), value);
        EXPECT_TRUE(seen.insert(name).second) << name;
        EXPECT_NE(all_names<E>().find(name), std::string::npos);
    }
    EXPECT_FALSE(parse_name<E>("no such name"));
    EXPECT_FALSE(parse_name<E>(""));
}

TEST(NamesTest, GoBothWays) {
    expect_names_both_ways<DeviceKind>();
    expect_names_both_ways<Dtype>();
    expect_names_both_ways<Isa>();
    expect_names_both_ways<Level>();
    expect_names_both_ways<Pattern>();
    expect_names_both_ways<Op>();
    expect_names_both_ways<Engine>();
    expect_names_both_ways<Scope>();
    expect_names_both_ways<Kind>();
    expect_names_both_ways<Condition>();
    expect_names_both_ways<Phase>();
    EXPECT_FALSE(parse_name<Level>("dram"));
}

TEST(Utf8Test, ValidSequencesAndNothingElse) {
    EXPECT_EQ(utf8_sequence_length("a", 0), 1u);
    EXPECT_EQ(utf8_sequence_length("\xc3\xa9", 0), 2u);
    EXPECT_EQ(utf8_sequence_length("\xe2\x82\xac", 0), 3u);
    EXPECT_EQ(utf8_sequence_length("\xf0\x9f\x98\x80", 0), 4u);
    for (const char* bad : {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                            "\xf8\x88\x80\x80", "\xe2\x82", "\xc3\x28"})
        EXPECT_EQ(utf8_sequence_length(bad, 0), 0u) << printable(bad);
}

TEST(Utf8Test, InvalidBytesAreEscaped) {
    EXPECT_EQ(escape_invalid_utf8("a\xff\xc3\xa9"), "a\\xff\xc3\xa9");
}

TEST(Utf8Test, CharactersAreDecoded) {
    EXPECT_EQ(character_at("a", 0).code, U'a');
    EXPECT_EQ(character_at("\xc3\xa9", 0).code, U'\u00e9');
    EXPECT_EQ(character_at("\xe2\x82\xac", 0).code, U'\u20ac');
    EXPECT_EQ(character_at("x\xf0\x9f\x98\x80", 1).code, U'\U0001f600');
    EXPECT_EQ(character_at("\xff", 0).length, 0u);
}

TEST(WidthTest, ColumnsOnATerminalInAnyLocale) {
    // The tests run in the locale "C": what wcwidth() says there must not matter.
    EXPECT_EQ(display_width("a\xc3\xa9\xe2\x82\xac\xff"), 4u);
    EXPECT_EQ(character_width(U'\u6f22'), 2u) << "Chinese";
    EXPECT_EQ(character_width(U'\u3042'), 2u) << "Japanese";
    EXPECT_EQ(character_width(U'\ud55c'), 2u) << "Korean";
    EXPECT_EQ(character_width(U'\uff21'), 2u) << "fullwidth A";
    EXPECT_EQ(character_width(U'\uff71'), 1u) << "halfwidth katakana";
    EXPECT_EQ(character_width(U'\U0001f600'), 2u) << "emoji";
    EXPECT_EQ(character_width(U'\U00020000'), 2u) << "beyond the first plane";
    EXPECT_EQ(character_width(U'\u0301'), 0u) << "combining acute";
    EXPECT_EQ(character_width(U'\u0e31'), 0u) << "Thai vowel above";
    EXPECT_EQ(character_width(U'\ufe0f'), 0u) << "variation selector";
    EXPECT_EQ(character_width(U'\u200d'), 0u) << "joiner";
    EXPECT_EQ(character_width(U'\u2026'), 1u) << "ellipsis";
    EXPECT_EQ(character_width(U'\u0416'), 1u) << "Cyrillic";
    EXPECT_EQ(display_width("e\xcc\x81"), 1u);
}

TEST(WidthTest, CutsNeverPartACharacterFromItsMarks) {
    const std::string text =
        "\xe6\xbc\xa2"
        "e\xcc\x81x";  // 漢, é of two code points, x
    EXPECT_EQ(bytes_within(text, 0), 0u);
    EXPECT_EQ(bytes_within(text, 1), 0u) << "half a wide character is none";
    EXPECT_EQ(bytes_within(text, 2), 3u);
    EXPECT_EQ(bytes_within(text, 3), 6u) << "with its accent";
    EXPECT_EQ(bytes_within(text, 9), text.size());
}

TEST(WrapTest, BreaksAtSpacesByColumns) {
    using Lines = std::vector<std::string>;
    EXPECT_EQ(wrapped_lines("one two three", "- ", 9), (Lines{"- one two", "  three"}));
    EXPECT_EQ(wrapped_lines("", "- ", 9), (Lines{"- "}));
    EXPECT_EQ(wrapped_lines("unbreakable x", "", 4), (Lines{"unbreakable", "x"}));
    EXPECT_EQ(wrapped_lines("\xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2", "", 6),
              (Lines{"\xe6\xbc\xa2\xe5\xad\x97", "\xe6\xbc\xa2"}));
}

TEST(MarkdownTest, NothingOfATextIsMarkup) {
    EXPECT_EQ(escape_markdown("a*b_c|`<i>&lt;~~x~~", 100), "a\\*b\\_c\\|\\`\\<i\\>\\&lt;\\~\\~x\\~\\~");
    EXPECT_EQ(escape_markdown("![i](http://host/x)", 100), "!\\[i\\](http\\://host/x)");
    EXPECT_EQ(escape_markdown("L1: 3 GB/s", 100), "L1: 3 GB/s");
}

TEST(NoteTest, RoundTrip) {
    const std::vector<Note> notes{
        {.severity = Severity::error, .code = "code", .text = "text", .remedy = "remedy"},
        {.code = "other", .text = "more", .remedy = ""}};
    const auto again = notes_from_json(to_json(notes), "here");
    ASSERT_EQ(again.size(), 2u);
    EXPECT_EQ(again[0].remedy, "remedy");
    EXPECT_EQ(again[1].code, "other");
    EXPECT_EQ(again[0].severity, Severity::error);
    EXPECT_EQ(again[1].severity, Severity::info) << "a missing one";
    EXPECT_THROW(notes_from_json(Json(3), "here"), Error);
}

}  // namespace
}  // namespace mansard
