// Errors, quantities, names and UTF-8.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <set>

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/note.hpp"
#include "core/quantity.hpp"
#include "core/sample.hpp"
#include "core/utf8.hpp"

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

TEST(ErrorTest, PrintableShowsWhatTerminalsWouldObey) {
    EXPECT_EQ(printable("a\tb\n\r\x1b[2J\x7f\xff\xc3\xa9"), "a\\tb\\n\\r\\x1b[2J\\x7f\\xff\xc3\xa9");
    EXPECT_EQ(printable("abcdef", 3), "abc…");
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
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

TEST(Utf8Test, InvalidBytesAreEscapedAndWidthCounted) {
    EXPECT_EQ(escape_invalid_utf8("a\xff\xc3\xa9"), "a\\xff\xc3\xa9");
    EXPECT_EQ(display_width("a\xc3\xa9\xe2\x82\xac"), 3u);
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
