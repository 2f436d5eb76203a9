#include <gtest/gtest.h>

#include <fmt/format.h>

#include "analyzer/trace/reader.hpp"
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

TEST(TraceValues, TextsAndLists) {
    EXPECT_EQ(text(R"("a\"b\\\u0041\n\ud800")"), "a\"b\\A\n\xef\xbf\xbd");
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
