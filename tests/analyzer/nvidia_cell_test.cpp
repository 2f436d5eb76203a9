#include "analyzer/nvidia/cell.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "analyzer/nvidia/unit.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::nvidia {
namespace {

double read_as(std::string_view text, std::optional<DecimalSign> forced = {}) {
    Locale locale(forced);
    const auto number = locale.read(text);
    return number ? locale.value(*number) : -1;
}

TEST(NvidiaCell, GroupsAndFractions) {
    EXPECT_DOUBLE_EQ(read_as("12"), 12);
    EXPECT_DOUBLE_EQ(read_as("5,323,503,232.00"), 5323503232.0);
    EXPECT_DOUBLE_EQ(read_as("5.323.503.232,25"), 5323503232.25);
    EXPECT_DOUBLE_EQ(read_as("838,860,800"), 838860800);
    EXPECT_DOUBLE_EQ(read_as("838.860.800"), 838860800);
    EXPECT_DOUBLE_EQ(read_as("20.68"), 20.68);
    EXPECT_DOUBLE_EQ(read_as("65,77"), 65.77);
    EXPECT_DOUBLE_EQ(read_as("0.125"), 0.125);
    EXPECT_DOUBLE_EQ(read_as("1234.567"), 1234.567);
    EXPECT_DOUBLE_EQ(read_as("1.5e+09"), 1.5e9);
    EXPECT_DOUBLE_EQ(read_as(" 7 "), 7);
}

TEST(NvidiaCell, LakhsAreGroupedByTwo) {
    EXPECT_DOUBLE_EQ(read_as("1,23,456"), 123456);
    EXPECT_DOUBLE_EQ(read_as("12,34,56,789"), 123456789);
    EXPECT_DOUBLE_EQ(read_as("12,34,567.25"), 1234567.25);
}

TEST(NvidiaCell, PartsOfASumInBracketsAreLeftOut) {
    EXPECT_DOUBLE_EQ(read_as("2,048.50 (1,024; 1,024.50)"), 2048.5);
    EXPECT_DOUBLE_EQ(read_as("8 {1: 4, 2: 4}"), 8);
    EXPECT_EQ(read_as("(256, 1, 1)"), -1);
}

TEST(NvidiaCell, NumbersOfLaunchesMayBeGrouped) {
    EXPECT_EQ(id_number("17"), 17);
    EXPECT_EQ(id_number("1,234"), 1234);
    EXPECT_EQ(id_number("1.234.567"), 1234567);
    for (const char* text :
         {"", "a", "1,23", "1,2345", "1.5", ",123", "1,234,", "12 3", "1234,567", "1,234.567", "1,234x567"})
        EXPECT_FALSE(id_number(text)) << text;
}

TEST(NvidiaCell, SpacesAndApostrophesGroupThousands) {
    for (const char* text :
         {"1\u202f234\u202f567", "1\u00a0234\u00a0567", "1 234 567", "1'234'567", "1\u2019234\u2019567"})
        EXPECT_DOUBLE_EQ(read_as(text), 1234567) << text;
    EXPECT_DOUBLE_EQ(read_as("1\u202f234,5"), 1234.5);
    EXPECT_DOUBLE_EQ(read_as("1'234.567"), 1234.567);
    for (const char* text : {"1\u202f23", "1'2345", "'123", "1  234", "123 456 ns"})
        EXPECT_EQ(read_as(text), -1) << text;
}

TEST(NvidiaCell, TextsAreNoNumbers) {
    for (const char* text :
         {"",      "n/a",       "(!) n/a", "no data",      "CachePreferNone", "all",   "(256, 1, 1)", "-3",
          "nan",   "1,23,4567", "1,2,345", "1,234,56,789", "12,34.5",         "1.2.3", ".",           ",",
          "1e999", "0x10",      "1e",      "1 2"})
        EXPECT_EQ(read_as(text), -1) << text;
}

TEST(NvidiaCell, ANumberThatTellsDecidesForThoseThatReadBothWays) {
    Locale locale({});
    const auto open = locale.read("117.344");
    ASSERT_TRUE(open);
    EXPECT_TRUE(locale.open());
    EXPECT_FALSE(locale.settled());
    locale.observe("65,77");
    EXPECT_DOUBLE_EQ(locale.value(*open), 117344);
    EXPECT_NO_THROW(locale.require_settled("f.csv"));
    Locale other({});
    const auto same = other.read("117.344");
    other.observe("1,000,000");
    EXPECT_DOUBLE_EQ(other.value(*same), 117.344);
}

TEST(NvidiaCell, WhatNothingTellsIsAsked) {
    Locale open({});
    open.observe("117.344");
    try {
        open.require_settled("f.csv");
        FAIL() << "117.344 may be either";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        EXPECT_NE(std::string_view(error.what()).find("--decimal"), std::string_view::npos) << error.what();
        EXPECT_NE(std::string_view(error.what()).find("117.344"), std::string_view::npos) << error.what();
    }
    Locale conflict({});
    conflict.observe("65,77");
    conflict.observe("65.77");
    EXPECT_THROW(conflict.require_settled("f.csv"), Error);
    EXPECT_NO_THROW(Locale({}).require_settled("f.csv"));
}

TEST(NvidiaCell, AForcedSignIsKept) {
    EXPECT_DOUBLE_EQ(read_as("117.344", DecimalSign::point), 117.344);
    EXPECT_DOUBLE_EQ(read_as("117.344", DecimalSign::comma), 117344);
    EXPECT_DOUBLE_EQ(read_as("117,344", DecimalSign::comma), 117.344);
    EXPECT_EQ(read_as("65,77", DecimalSign::point), -1) << "no number with a decimal point";
}

TEST(NvidiaCell, UnitsOfEveryVersion) {
    for (const auto& [unit, scale] :
         std::initializer_list<std::pair<const char*, double>>{{"", 1},
                                                               {"nsecond", 1e-9},
                                                               {"ns", 1e-9},
                                                               {"usecond", 1e-6},
                                                               {"us", 1e-6},
                                                               {"msecond", 1e-3},
                                                               {"ms", 1e-3},
                                                               {"second", 1},
                                                               {"s", 1},
                                                               {"byte", 1},
                                                               {"Kbyte", 1e3},
                                                               {"Mbyte", 1e6},
                                                               {"Gbyte", 1e9},
                                                               {"Tbyte", 1e12},
                                                               {"Mbyte/second", 1e6},
                                                               {"Gbyte/s", 1e9},
                                                               {"cycle/second", 1},
                                                               {"hz", 1},
                                                               {"cycle/usecond", 1e6},
                                                               {"cycle/nsecond", 1e9},
                                                               {"Mhz", 1e6},
                                                               {"Ghz", 1e9},
                                                               {"byte/cycle", 1},
                                                               {"inst", 1},
                                                               {"sector", 1}}) {
        const auto found = parse_unit(unit);
        ASSERT_TRUE(found) << unit;
        EXPECT_DOUBLE_EQ(found->scale, scale) << unit;
    }
    for (const auto& [text, base] : std::map<std::string, std::string>{{"Gbyte/s", "byte/second"},
                                                                       {"Ghz", "cycle/second"},
                                                                       {"usecond", "second"},
                                                                       {"byte/cycle", "byte/cycle"},
                                                                       {"pct", "%"},
                                                                       {"", ""}})
        EXPECT_EQ(parse_unit(text)->base, base) << text;
    for (const char* unit : {"furlong", "Xbyte", "byte/furlong"}) EXPECT_FALSE(parse_unit(unit)) << unit;
    EXPECT_FALSE(parse_unit(std::string(100000, '/')));
}

TEST(NvidiaCell, NumbersOfThings) {
    EXPECT_DOUBLE_EQ(*whole_number("1,400"), 1400);
    EXPECT_DOUBLE_EQ(*whole_number("14"), 14);
    for (const char* text : {"", "0", "-1", "x", "99999999999999"}) EXPECT_FALSE(whole_number(text)) << text;
}

}  // namespace
}  // namespace mansard::analyzer::nvidia
