#include "core/lines.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "core/error.hpp"
#include "tests/scratch.hpp"

namespace mansard {
namespace {

TEST(FirstLine, IsTheFirstThatHoldsAnything) {
    EXPECT_EQ(first_line("\r\n\na,b\r\nc"), "a,b");
    EXPECT_EQ(first_line("a"), "a");
    EXPECT_EQ(first_line("\n\r\n"), "");
}

class LinesTest : public ::testing::Test {
  protected:
    std::filesystem::path write(const std::string& text) const {
        std::ofstream(folder_ / "t.txt", std::ios::binary) << text;
        return folder_ / "t.txt";
    }
    std::vector<std::string> read(const std::string& text) const {
        LineReader reader(write(text));
        std::vector<std::string> lines;
        for (std::string_view line; reader.next(line);) {
            lines.emplace_back(line);
            EXPECT_EQ(reader.line(), lines.size());
            EXPECT_FALSE(reader.cut());
        }
        return lines;
    }

    const testing::Scratch scratch_;
    const std::filesystem::path folder_ = scratch_.path();
};

using Lines = std::vector<std::string>;

TEST_F(LinesTest, EndsOfLinesAndOfTheFile) {
    EXPECT_EQ(read(""), Lines{});
    EXPECT_EQ(read("a"), Lines{"a"});
    EXPECT_EQ(read("a\n"), Lines{"a"});
    EXPECT_EQ(read("a\r\n\n\"b\nc\r"), (Lines{"a", "", "\"b", "c"}));
}

TEST_F(LinesTest, AByteOrderMarkIsNoText) {
    const std::string mark = "\xef\xbb\xbf";
    EXPECT_EQ(read(mark + "a\n"), Lines{"a"});
    EXPECT_EQ(read(mark), Lines{});
    EXPECT_EQ(read("a" + mark), Lines{"a" + mark}) << "only at the beginning";
    EXPECT_EQ(read("\xef\xbb"), Lines{"\xef\xbb"});
}

TEST_F(LinesTest, LinesAcrossBuffers) {
    Lines wanted;
    std::string text;
    for (std::size_t i = 0; i < 3000; ++i) {
        wanted.push_back(std::string(i % 977, 'x') + std::to_string(i));
        text += wanted.back() + "\n";
    }
    EXPECT_EQ(read(text), wanted);
}

TEST_F(LinesTest, TheHeadStaysToBeRead) {
    LineReader reader(write("one\ntwo\n"));
    EXPECT_EQ(reader.head(5), "one\nt");
    EXPECT_EQ(reader.head(100), "one\ntwo\n");
    std::string_view line;
    ASSERT_TRUE(reader.next(line));
    EXPECT_EQ(line, "one");
    EXPECT_EQ(reader.head(100), "two\n");
}

TEST_F(LinesTest, OfEndlessLinesTheBegin) {
    constexpr std::size_t most = LineReader::most_line;
    LineReader reader(write(std::string(3 * most, 'a') + "\nb\n" + std::string(most, 'c') + "\n" +
                            std::string(most + 1, 'd')));
    const std::vector<std::pair<std::string, bool>> wanted{{std::string(most, 'a'), true},
                                                           {"b", false},
                                                           {std::string(most, 'c'), false},
                                                           {std::string(most, 'd'), true}};
    std::string_view line;
    for (const auto& [text, cut] : wanted) {
        ASSERT_TRUE(reader.next(line));
        EXPECT_TRUE(line == text) << line.substr(0, 10) << ", " << line.size();
        EXPECT_EQ(reader.cut(), cut) << reader.line();
    }
    EXPECT_FALSE(reader.next(line));
    EXPECT_EQ(reader.line(), 4u);
}

TEST_F(LinesTest, AFileThatIsNotThere) {
    EXPECT_THROW(LineReader(folder_ / "missing"), Error);
}

}  // namespace
}  // namespace mansard
