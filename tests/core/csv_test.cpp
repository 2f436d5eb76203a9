#include "core/csv.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "tests/scratch.hpp"

namespace mansard {
namespace {

using Records = std::vector<std::vector<std::string>>;

class CsvTest : public ::testing::Test {
  protected:
    Records read(const std::string& text, char delimiter = ',') {
        std::ofstream(folder_ / "t.csv", std::ios::binary) << text;
        CsvReader reader(folder_ / "t.csv", delimiter);
        Records records;
        lines_.clear();
        std::vector<std::string_view> fields;
        while (reader.next(fields)) {
            records.emplace_back(fields.begin(), fields.end());
            lines_.push_back(reader.line());
        }
        truncated_ = reader.truncated();
        return records;
    }

    const testing::Scratch scratch_;
    const std::filesystem::path folder_ = scratch_.path();
    std::vector<std::size_t> lines_;
    bool truncated_ = false;
};

TEST_F(CsvTest, PlainRecords) {
    EXPECT_EQ(read("a,b\n1,2\n"), (Records{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(read("a,b\r\n1,\r\n"), (Records{{"a", "b"}, {"1", ""}}));
    EXPECT_EQ(read("a"), (Records{{"a"}}));
    EXPECT_EQ(read(",\n"), (Records{{"", ""}}));
    EXPECT_EQ(read("a;b\n", ';'), (Records{{"a", "b"}}));
    EXPECT_EQ(read(""), Records{});
    EXPECT_EQ(read("\n\r\n\n"), Records{});
    EXPECT_FALSE(truncated_);
}

TEST_F(CsvTest, QuotedFields) {
    EXPECT_EQ(read("\"a,b\",c\n"), (Records{{"a,b", "c"}}));
    EXPECT_EQ(read("\"say \"\"x\"\"\",\"\"\n"), (Records{{"say \"x\"", ""}}));
    EXPECT_EQ(read("\"two\nlines\",1\nnext,2\n"), (Records{{"two\nlines", "1"}, {"next", "2"}}));
    EXPECT_EQ(lines_, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(read("\"\"\"\"\n"), (Records{{"\""}}));
    EXPECT_EQ(read("\"a\"\r\n"), (Records{{"a"}}));
}

TEST_F(CsvTest, QuotesInsidePlainFieldsAreLiteral) {
    EXPECT_EQ(read("a\"b,c\"\"d\nnext\n"), (Records{{"a\"b", "c\"\"d"}, {"next"}}));
    EXPECT_EQ(read("\"a\"b\"\"c,d\nnext\n"), (Records{{"ab\"\"c", "d"}, {"next"}}));
}

TEST_F(CsvTest, AFileThatEndsInsideQuotesSaysSo) {
    EXPECT_EQ(read("a\n\"b,c\n"), (Records{{"a"}, {"b,c\n"}}));
    EXPECT_TRUE(truncated_);
}

TEST_F(CsvTest, TheByteOrderMarkIsSkippedAndUtf16Refused) {
    EXPECT_EQ(read("\xef\xbb\xbfname\n"), (Records{{"name"}}));
    EXPECT_THROW(read(std::string("\xff\xfe"
                                  "a\0",
                                  4)),
                 Error);
}

TEST_F(CsvTest, LinesOfBlanksAreNoRecords) {
    EXPECT_EQ(read("a,b\n   \n1,2\n  "), (Records{{"a", "b"}, {"1", "2"}}));
    EXPECT_EQ(read(" ,\n"), (Records{{" ", ""}}));
    EXPECT_EQ(read("\t\t\n", '\t'), (Records{{"", "", ""}})) << "empty fields";
}

TEST_F(CsvTest, RecordsLongerThanTheBuffer) {
    const std::string big(3'000'000, 'x');
    EXPECT_EQ(read("a," + big + "\nb,\"" + big + "\n\"\nc,d\n"),
              (Records{{"a", big}, {"b", big + "\n"}, {"c", "d"}}));
}

TEST_F(CsvTest, RecordsAcrossTheEndsOfTheBuffer) {
    // Each length shifts the records against the buffer's ends by one more byte.
    std::string text;
    Records expected;
    for (int i = 0; i < 20000; ++i) {
        const std::string field(static_cast<std::size_t>(i % 97), 'y');
        text += i % 3 == 0 ? "\"" + field + "\"\"\"," + std::to_string(i) + "\r\n"
                           : field + "," + std::to_string(i) + "\n";
        expected.push_back({i % 3 == 0 ? field + "\"" : field, std::to_string(i)});
    }
    EXPECT_EQ(read(text), expected);
}

TEST_F(CsvTest, TablesAmongOtherText) {
    std::ofstream(folder_ / "t.csv", std::ios::binary) << "an \"open quote\r\n\"\n"
                                                       << std::string(600'000, 'x') << "\nid,v\n1,\"a\nb\"\n";
    CsvReader reader(folder_ / "t.csv");
    std::size_t seen = 0;
    ASSERT_TRUE(reader.seek_line([&](std::string_view line) {
        ++seen;
        return line.starts_with("id,");
    }));
    EXPECT_EQ(seen, 4u);
    std::vector<std::string_view> fields;
    ASSERT_TRUE(reader.next(fields));
    EXPECT_EQ(fields[0], "id");
    EXPECT_EQ(reader.line(), 4u);
    ASSERT_TRUE(reader.next(fields));
    EXPECT_EQ(fields[1], "a\nb");
    EXPECT_FALSE(reader.seek_line([](std::string_view) { return true; }));
}

TEST_F(CsvTest, LinesSplitLikeRecords) {
    EXPECT_EQ(split_csv_line("a,\"b,\"\"c\"\"\",,d"), (std::vector<std::string>{"a", "b,\"c\"", "", "d"}));
    EXPECT_EQ(split_csv_line(""), std::vector<std::string>{""});
}

TEST_F(CsvTest, AMissingFileIsNamed) {
    try {
        CsvReader reader(folder_ / "none.csv");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("none.csv"), std::string::npos);
        EXPECT_EQ(error.status(), Exit::bad_input);
    }
    EXPECT_THROW(CsvReader(folder_.string()), Error);
}

TEST_F(CsvTest, WhatIsWrittenReadsBack) {
    const std::vector<std::string> fields{"plain", "a,b", "\"", "two\r\nlines", "", " space ", "\xff"};
    std::string line;
    for (const std::string& field : fields) {
        if (!line.empty()) line += ',';
        append_csv_field(line, field);
    }
    EXPECT_EQ(read(line + "\r\n"), (Records{fields}));
}

TEST_F(CsvTest, WhatATerminalWouldObeyIsEscaped) {
    const auto written = [](std::string_view field) {
        std::string line;
        append_csv_field(line, field);
        return line;
    };
    EXPECT_EQ(written("a\x1b[31mb"), "a\\x1b[31mb");
    EXPECT_EQ(written(std::string_view("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(written("\x7f\xc2\x9b\xe2\x80\xae"), "\\x7f\\u009b\\u202e");
    EXPECT_EQ(written("a,\x07"), "\"a,\\x07\"");
    EXPECT_EQ(written("\xc3\xa9\xe2\x82\xac\t\xef\xbc\xa1"), "\xc3\xa9\xe2\x82\xac\t\xef\xbc\xa1");
}

}  // namespace
}  // namespace mansard
