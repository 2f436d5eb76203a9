#include <gtest/gtest.h>

#include <fmt/format.h>

#include "analyzer/trace/reader.hpp"
#include "analyzer/trace/surrogates.hpp"
#include "analyzer/trace/values.hpp"
#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer::trace {
namespace {

struct Seen {
    Trace trace{};
    std::vector<std::string> names{}, faults{};
    std::vector<std::optional<std::int64_t>> starts{};
    std::vector<std::string> args{};
};

Seen read_text(std::string_view content) {
    const testing::Scratch scratch;
    Seen seen;
    seen.trace = read_trace(
        scratch.write("trace.json", content),
        [&](const Event& event) {
            seen.names.emplace_back(event.name);
            seen.starts.push_back(event.start_ns);
            for (const Member& arg : event.args)
                seen.args.push_back(fmt::format("{}={}", arg.key, arg.value));
        },
        [&](const std::string& where, std::string_view, std::string reason) {
            seen.faults.push_back(where + ": " + reason);
        });
    return seen;
}

using Names = std::vector<std::string>;

TEST(TraceReader, ObjectOrArray) {
    const Seen object = read_text(
        R"({"a":[1,{"b":"}"}], "traceEvents" : [ {"name":"x","ts":1.5} , {"name":"y","ts":"2"} ],"z":"\"w\""})");
    EXPECT_EQ(object.names, (Names{"x", "y"}));
    EXPECT_EQ(object.starts[0], 1500);
    EXPECT_EQ(object.starts[1], 2000);
    EXPECT_EQ(object.trace.members.at("a"), R"([1,{"b":"}"}])");
    EXPECT_EQ(object.trace.members.at("z"), R"("\"w\"")");
    EXPECT_EQ(object.trace.cut_at, "");
    EXPECT_EQ(read_text("\xef\xbb\xbf [ {\"name\":\"x\"}\n]\n").names, Names{"x"});
    EXPECT_TRUE(read_text("[]").names.empty());
}

TEST(TraceReader, ArgumentsComeAsTheyStand) {
    const Seen seen = read_text(
        R"([{"args":{"grid":[1, 2,3],"k\u0065y":"a\"b","n":NaN,"o":{"p":[]}},"name":"q\u00e9\n{"}])");
    EXPECT_EQ(seen.args, (Names{"grid=[1, 2,3]", R"(key="a\"b")", "n=NaN", R"(o={"p":[]})"}));
    EXPECT_EQ(seen.names, Names{"q\xc3\xa9\n{"});
}

TEST(TraceReader, WhatBreaksOffKeepsItsWholeEvents) {
    const std::string whole = R"({"traceEvents":[{"name":"x"},{"name":"y","args":{"s":"]}"}},{"name":"z"}]})";
    for (std::size_t size = 16; size < whole.size(); ++size) {
        const Seen seen = read_text(std::string_view(whole).substr(0, size));
        EXPECT_EQ(seen.trace.cut_at, fmt::format("byte {}", size));
        EXPECT_TRUE(seen.faults.empty());
        EXPECT_EQ(seen.names.size(), (size >= 28) + (size >= 59) + (size >= 72)) << size;
    }
}

TEST(TraceReader, AnEventThatIsNoneLosesItselfAlone) {
    const Seen seen = read_text(
        R"([{"name":"a"},{"name":nonsense},7,{"name" "b"},{"name":"c"} {"name":"d"},,{"name":"e"}])");
    EXPECT_EQ(seen.names, (Names{"a", "nonsense", "c", "d", "e"}));
    ASSERT_EQ(seen.faults.size(), 2u);
    EXPECT_TRUE(seen.faults[0].starts_with("byte 32: ")) << seen.faults[0];
    // Bytes that are no UTF-8 spoil a name, not an event.
    EXPECT_EQ(read_text("[{\"name\":\"\xff\xfe\"}]").names, Names{"??"});
}

TEST(TraceReader, EventsBeyondTheWindow) {
    // Some MiB of events of all sizes, so that their ends fall on every place of the window's.
    std::string content = "[";
    std::size_t count = 0;
    for (; content.size() < (std::size_t{5} << 20); ++count)
        content += fmt::format("{{\"name\":\"{}\",\"args\":{{\"{}\":1}}}},", count,
                               std::string(count * 7919 % 4099, '['));
    content += fmt::format("{{\"name\":\"long\",\"args\":{{\"x\":\"{}\"}}}}]",
                           std::string(std::size_t{3} << 20, 'y'));
    const Seen seen = read_text(content);
    ASSERT_EQ(seen.names.size(), count + 1);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(seen.names[i], std::to_string(i));
    EXPECT_EQ(seen.args.back().size(), (std::size_t{3} << 20) + 4);
    EXPECT_TRUE(seen.faults.empty());
}

TEST(TraceReader, Compressed) {
    constexpr std::string_view packed(
        "\037\213\010\000\000\000\000\000\002\003\213\256\126\052\310\120\262\122\212\120\322\121\312\113"
        "\314\115\005\062\023\201\314\344\304\022\040\053\073\265\050\057\065\007\310\055\051\126\262\062"
        "\324\121\112\051\055\122\262\062\252\325\301\324\223\204\135\217\011\124\217\141\155\054\000\346"
        "\300\211\265\151\000\000\000",
        79);
    EXPECT_EQ(read_text(packed).names, (Names{"a", "b"}));
    const Seen cut = read_text(packed.substr(0, packed.size() - 20));
    EXPECT_NE(cut.trace.cut_at, "");
    EXPECT_THROW(read_text(packed.substr(0, 6)), Error);
}

TEST(TraceReader, HalvesOfSurrogatePairsSpoilNothing) {
    const Seen seen =
        read_text(R"([{"name":"a\ud800b"},{"name":"\ud83d\ude00"},{"name":"c","args":{"k":"\udc00"}}])");
    EXPECT_EQ(seen.names, (Names{"a\\ud800b", "\xf0\x9f\x98\x80", "c"}));
    EXPECT_TRUE(seen.faults.empty());
    EXPECT_EQ(seen.trace.mended, 1u);
}

TEST(TraceReader, BytesThatJsonForbidsInStringsAreQuestionMarks) {
    const Seen seen = read_text("[{\"name\":\"a\x01\tb\\\"\"},{\"name\":\"x\xff\"},\n{\"name\":\"c\"}]");
    EXPECT_EQ(seen.names, (Names{"a??b\"", "x?", "c"}));
    EXPECT_EQ(seen.trace.mended, 2u);
}

TEST(TraceReader, WhatFollowsTheDocumentIsSeen) {
    EXPECT_EQ(read_text("{\"traceEvents\":[]}\n").trace.more_at, "");
    EXPECT_EQ(read_text("{\"traceEvents\":[]}\n{\"traceEvents\":[]}").trace.more_at, "byte 19");
    EXPECT_EQ(read_text("[] x").trace.more_at, "byte 3");
}

TEST(TraceReader, FaultsNameTheirByte) {
    const Seen seen = read_text(R"([{"name":"a"}, 5, {"name" 3}])");
    ASSERT_EQ(seen.faults.size(), 2u);
    EXPECT_TRUE(seen.faults[0].starts_with("byte 15: ")) << seen.faults[0];
    EXPECT_TRUE(seen.faults[1].starts_with("byte 18: ")) << seen.faults[1];
    for (const auto& [content, place] :
         {std::pair("  7", "byte 2"), {"{\"a\": 1}", "byte 8"}, {"{\"a\": ", "byte 6"}}) {
        try {
            read_text(content);
            ADD_FAILURE() << content;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
        }
    }
}

TEST(TraceReader, WhatIsNoTraceIsAnError) {
    for (const std::string_view content :
         {"", "  ", "name,seconds\n", "7", "{}", R"({"traceEvents":3})", R"({"benchmarks":[]})"}) {
        try {
            read_text(content);
            ADD_FAILURE() << content;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find("trace.json"), std::string::npos);
        }
    }
}

TEST(TraceValues, TimesAreExact) {
    EXPECT_EQ(nanoseconds("573720835217.394"), 573720835217394);
    EXPECT_EQ(nanoseconds("1695835542514261"), 1695835542514261000);
    EXPECT_EQ(nanoseconds("\"1695835542514261.125\""), 1695835542514261125);
    EXPECT_EQ(nanoseconds("-1.5"), -1500);
    EXPECT_EQ(nanoseconds("-0.25"), -250);
    EXPECT_EQ(nanoseconds("2.0004"), 2000);
    EXPECT_EQ(nanoseconds("1.5e3"), 1500000);
    for (const std::string_view text :
         {"", "\"\"", "null", "NaN", "1e300", "99999999999999999999", "1.2.3", "[1]"})
        EXPECT_FALSE(nanoseconds(text)) << text;
}

TEST(TraceValues, LoneSurrogates) {
    constexpr auto none = std::string_view::npos;
    EXPECT_EQ(lone_surrogate(R"(a\ud83d\ude00\n\\ud800)"), none) << "a pair, and an escaped backslash";
    EXPECT_EQ(lone_surrogate(R"(ab\ud800)"), 2u);
    EXPECT_EQ(lone_surrogate(R"(\ud83d\ude00\ude00)"), 12u);
    EXPECT_EQ(lone_surrogate(R"(\ud800\u0041)"), 0u);
    EXPECT_EQ(lone_surrogate(R"(\ud8)"), none) << "no escape at all";
}

TEST(TraceValues, TextsAndLists) {
    EXPECT_EQ(text(R"("a\"b\\\u0041\n\u00e9")"), "a\"b\\A\n\xc3\xa9");
    EXPECT_EQ(text(R"("\ud83d\ude00")"), "\xf0\x9f\x98\x80");
    for (const char* half : {R"(\ud800)", R"(\ude00)", R"(\ud83dx)", R"(\ud83d\ud83d)", R"(\ud83d\u0041)"})
        EXPECT_TRUE(text(std::string("\"") + half + "\"").starts_with(std::string(half).substr(0, 6)))
            << half;
    EXPECT_EQ(text("7"), "7");
    EXPECT_EQ(*elements(R"([[1, 2], "a,]", {"b":[3]} , 4])"),
              (std::vector<std::string_view>{"[1, 2]", "\"a,]\"", "{\"b\":[3]}", "4"}));
    EXPECT_TRUE(elements("[]")->empty());
    EXPECT_FALSE(elements("{}"));
    EXPECT_EQ(integer("\"12\""), 12);
    EXPECT_FALSE(number("inf"));
}

}  // namespace
}  // namespace mansard::analyzer::trace
