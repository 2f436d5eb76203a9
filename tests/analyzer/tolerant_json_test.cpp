#include "analyzer/tolerant_json.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(TolerantJson, WhatMeansNoCharacterIsEscaped) {
    const TolerantJson json = parse_tolerantly(
        R"({"points": [{"name": "a\ud800b"}, {"name": "\ud83d\ude00"}, {"name": "\\ud800"}]})", "f.json",
        "points");
    EXPECT_EQ(json.document["points"][0]["name"], R"(a\ud800b)");
    EXPECT_EQ(json.document["points"][1]["name"], "\xf0\x9f\x98\x80") << "a pair is a character";
    EXPECT_EQ(json.document["points"][2]["name"], R"(\ud800)") << "and this was spelled so";
    EXPECT_EQ(json.mended, 1u);
    Profile profile;
    note_if_mended(json, profile);
    EXPECT_EQ(codes(profile.notes), "text_mended");
    note_if_mended(parse_tolerantly("{}", "f.json", "points"), profile);
    EXPECT_EQ(profile.notes.size(), 1u);
}

TEST(TolerantJson, HalvesAreEscapedInKeysAndAtTheEndsOfStrings) {
    const TolerantJson json =
        parse_tolerantly(R"({"\udfff": "x\ud800", "y": "\ud800\ud800\udc00"})", "f.json", "points");
    EXPECT_EQ(json.document[R"(\udfff)"], R"(x\ud800)");
    EXPECT_EQ(json.document["y"], "\\ud800\xf0\x90\x80\x80");
    EXPECT_EQ(json.mended, 3u);
}

TEST(TolerantJson, MansardsPointsSayIt) {
    const Profile profile = import_text(
        "p.json", R"({"schema": "mansard.points/1", "points": [{"name": "k\ud800", "seconds": 1}]})");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, R"(k\ud800)");
    EXPECT_EQ(codes(profile.notes), "text_mended");
}

}  // namespace
}  // namespace mansard::analyzer
