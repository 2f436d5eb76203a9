// Formatting, sizes of files, and words that have no business in the tree.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

#include "tests/tree/tree.hpp"

namespace mansard::tree {
namespace {

constexpr std::size_t most_lines = 350;

Outcome check_format(const std::string& paths) {
    return run(fmt::format("cd '{}' && clang-format --dry-run -Werror --style=file:.clang-format {}",
                           root.string(), paths));
}

TEST(Text, SourcesAreFormattedAsClangFormatSays) {
    std::string paths;
    for (const std::string& path : sources()) paths += fmt::format(" '{}'", path);
    ASSERT_NE(paths, "");
    const Outcome outcome = check_format(paths);
    EXPECT_EQ(outcome.status, 0) << outcome.output.substr(0, 2000) << "\nTo mend it: clang-format -i FILE";
}

TEST(Text, AFormatCheckFindsBadFormat) {
    const Scratch scratch;
    const Outcome outcome = check_format(scratch.write("bad.cpp", "int  f( ){return 1 ;}\n").string());
    EXPECT_EQ(outcome.status, 1) << outcome.output;
}

TEST(Text, FilesAreShort) {
    std::size_t checked = 0;
    for (const std::string& path :
         files({".hpp", ".cpp", ".cu", ".cuh", ".cmake", ".sh", ".txt", ".js", ".mjs", ".css"})) {
        const std::string text = content(root / path);
        EXPECT_LE(std::ranges::count(text, '\n'), static_cast<std::ptrdiff_t>(most_lines)) << path;
        ++checked;
    }
    EXPECT_GT(checked, 40U);
}

/// Lines of `text` that hold something that must not stay: a path of one machine, a thing left for later.
std::string unfinished(const std::string& text) {
    // In pieces, so that this file passes its own test.
    static const std::regex words(
        "/wo"
        "rk/|/ho"
        "me/[a-z]|\\bTO"
        "DO\\b|\\bFIX"
        "ME\\b|\\bX"
        "XX\\b|[Ii]ssue #?[0-9]");
    // A regular expression over every line of the tree takes minutes: it judges those that have a part of it.
    static constexpr std::array parts{"rk/", "me/", "DO", "ME", "XX", "ssue"};
    std::string found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (std::ranges::any_of(parts,
                                [&](const char* part) { return line.find(part) != std::string::npos; }) &&
            std::regex_search(line, words))
            found += line + "\n";
    return found;
}

TEST(Text, NothingIsLeftForLaterAndNoMachineIsNamed) {
    for (const std::string& path : files(
             {".hpp", ".cpp", ".cu", ".cuh", ".cmake", ".sh", ".txt", ".md", ".json", ".js", ".mjs", ".css"}))
        EXPECT_EQ(unfinished(content(root / path)), "") << path;
}

TEST(Text, FindsWhatIsUnfinished) {
    EXPECT_NE(unfinished("int a;\n// TO"
                         "DO: later\n"),
              "");
    EXPECT_NE(unfinished("see /wo"
                         "rk/notes\n"),
              "");
    EXPECT_NE(unfinished("fixes issue"
                         " #12\n"),
              "");
    EXPECT_EQ(unfinished("A workload, at home.\n"), "");
}

}  // namespace
}  // namespace mansard::tree
