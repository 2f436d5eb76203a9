#include "core/json.hpp"
#include "core/error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>

namespace mansard {
namespace {

std::string error_of(const std::string& text) {
    try {
        parse_json(text, "f.json");
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        return error.what();
    }
    return "";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(JsonTest, FaultsAreLocated) {
    EXPECT_EQ(error_of("{\"a\": [1, 2]}"), "");
    EXPECT_TRUE(contains(error_of(""), "empty"));
    EXPECT_TRUE(contains(error_of(" \n"), "empty"));
    EXPECT_TRUE(contains(error_of("{\"a\": 1,\n \"b\": }"), "line 2, column 7"))
        << error_of("{\"a\": 1,\n \"b\": }");
    EXPECT_TRUE(contains(error_of("{\"a\": [1, 2"), "ends in the middle"));
    EXPECT_TRUE(contains(error_of("hello"), "not JSON"));
    EXPECT_TRUE(contains(error_of("{\"a\": 1e999}"), "f.json"));
}

TEST(JsonTest, EveryFaultHasARemedy) {
    for (const std::string& text : {std::string(), std::string("{\"a\": [1"), std::string("hello"),
                                    std::string("[1e999]"), std::string(100000, '[')})
        EXPECT_TRUE(contains(error_of(text), "Expected: ") && contains(error_of(text), "To mend it: "))
            << error_of(text);
}

TEST(JsonTest, NumbersBeyondTheRangeAreTold) {
    try {
        parse_json("{\"1e999\": 1,\n \"a\": -1e999}", "c.json");
        ADD_FAILURE();
    } catch (const Error& error) {
        const std::string told = error.what();
        EXPECT_TRUE(contains(told, "the number -1e999 is beyond the range of numbers")) << told;
        EXPECT_TRUE(contains(told, "c.json, line 2, column 7, byte 19")) << told;
        EXPECT_FALSE(contains(told, "json.exception")) << told;
    }
}

TEST(JsonTest, DepthIsBounded) {
    EXPECT_EQ(error_of(std::string(60, '[') + std::string(60, ']')), "");
    EXPECT_TRUE(contains(error_of(std::string(100000, '[')), "nested deeper"));
    EXPECT_TRUE(contains(error_of(std::string(100000, '[') + std::string(100000, ']')), "nested deeper"));
    std::string objects;
    for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
    EXPECT_TRUE(contains(error_of(objects), "nested deeper"));
    // Brackets within text are no depth, and the one that is too much is found behind them.
    const std::string text = "{\"a\\\"[[[\": 1,\n\"b\": ";
    EXPECT_TRUE(contains(error_of(text + std::string(100, '[')), "f.json, line 2, column 69"))
        << error_of(text + std::string(100, '['));
}

TEST(JsonTest, KeysThatStandTwiceAreTold) {
    std::string told;
    const auto tell = [&](std::span<const std::string> path, const std::string& key) {
        for (const std::string& step : path) told += step + "/";
        told += key + " ";
    };
    const Json document = parse_json(
        R"({"a": 1, "b": [{"c": {"d": [[], 1], "\u0064": 2}}, {"c": 1, "c": {"e": 3}}], "a": {"a": 4}})",
        "f.json", tell);
    EXPECT_EQ(told, "b/0/c/d b/1/c a ");
    EXPECT_EQ(document.dump(), R"({"a":{"a":4},"b":[{"c":{"d":2}},{"c":{"e":3}}]})") << "the last one stands";
}

TEST(JsonTest, WhatIsWrittenIsRead) {
    const std::string text =
        R"([null,true,-1,18446744073709551615,0.5,"a\n",[],{},{"z":[[1],{"y":{}}],"a":"b"}])";
    EXPECT_EQ(parse_json(text, "f.json").dump(), text);
    EXPECT_EQ(parse_json(" 7 ", "f.json"), Json(7));
    EXPECT_TRUE(contains(error_of("[1] 2"), "not JSON"));
    EXPECT_TRUE(contains(error_of("{\"a\": \"\xff\"}"), "not JSON"));
}

TEST(JsonTest, DocumentsNameTheirSchema) {
    const auto path = std::filesystem::temp_directory_path() / "mansard-json-test.json";
    const auto error = [&](const std::string& text) -> std::string {
        std::ofstream(path, std::ios::binary) << text;
        try {
            read_document(path, "mansard.ceilings/1", "calibrate");
            return "";
        } catch (const Error& caught) {
            return caught.what();
        }
    };
    EXPECT_EQ(error("{\"schema\": \"mansard.ceilings/1\"}"), "");
    EXPECT_TRUE(contains(error("{\"schema\": \"mansard.samples/1\"}"), "mansard.samples/1"));
    EXPECT_TRUE(contains(error("{}"), "names no schema"));
    EXPECT_TRUE(contains(error("[]"), "the JSON is array"));
    for (const char* text : {"{}", "", "{", "text"}) EXPECT_TRUE(contains(error(text), "calibrate")) << text;
    std::filesystem::remove(path);
    EXPECT_THROW(read_document(path, "mansard.ceilings/1", "calibrate"), Error);
}

TEST(JsonTest, TextIsUtf8AndFinite) {
    EXPECT_EQ(to_text(Json{{"a", "x\xff"}}), "{\n  \"a\": \"x\\\\xff\"\n}\n");
    EXPECT_THROW(to_text(Json{{"a", std::numeric_limits<double>::quiet_NaN()}}), std::logic_error);
    EXPECT_THROW(to_text(Json{{"a", {1.0, std::numeric_limits<double>::infinity()}}}), std::logic_error);
}

TEST(JsonTest, MembersAreCheckedWithTheirPlace) {
    const Json object{{"n", 1.5}, {"s", "x"}, {"z", nullptr}, {"level", "L2"}, {"bad", "L9"}};
    EXPECT_EQ(number_member(object, "n", "here"), 1.5);
    EXPECT_EQ(string_member(object, "s", "here"), "x");
    EXPECT_FALSE(optional_number(object, "z", "here"));
    EXPECT_FALSE(optional_number(object, "none", "here"));
    EXPECT_EQ(optional_string(object, "none", "here"), "");
    EXPECT_EQ(name_member<Level>(object, "level", "here"), Level::L2);
    EXPECT_FALSE(optional_name<Level>(object, "z", "here"));
    EXPECT_THROW(number_member(object, "s", "here"), Error);
    EXPECT_THROW(string_member(object, "n", "here"), Error);
    EXPECT_THROW(member(Json(3), "n", "here"), Error);
    try {
        name_member<Level>(object, "bad", "roofs[3]");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_TRUE(contains(error.what(), "roofs[3]"));
        EXPECT_TRUE(contains(error.what(), "L1, L2, L3, DRAM"));
    }
}

TEST(JsonTest, PlacesCountFromOne) {
    EXPECT_EQ(place_in("ab\ncd", 0), "line 1, column 1");
    EXPECT_EQ(place_in("ab\ncd", 3), "line 2, column 1");
    EXPECT_EQ(place_in("ab\ncd", 99), "line 2, column 3");
}

TEST(JsonTest, TimeIsUtcAndIso) {
    const std::string now = utc_now();
    ASSERT_EQ(now.size(), 20u);
    EXPECT_EQ(now[10], 'T');
    EXPECT_EQ(now[19], 'Z');
}

}  // namespace
}  // namespace mansard
