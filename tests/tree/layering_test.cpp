// Parts depend one way: core ← kernels; core ← ceilings; core, ceilings ← analyzer; cli → all. The examples
// are programs of their own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/tree/tree.hpp"

namespace mansard::tree {
namespace {

const std::map<std::string, std::set<std::string>> may_include = {
    {"core", {"core"}},
    {"kernels", {"core", "kernels"}},
    {"ceilings", {"core", "ceilings"}},
    {"analyzer", {"core", "ceilings", "analyzer"}},
    {"cli", {"core", "kernels", "ceilings", "analyzer", "cli"}},
    {"examples", {"examples"}},
};

std::string part_of(const std::string& path) {
    return path.substr(0, path.find('/'));
}

/// What is wrong with the includes of `text`, the file at `path`: one line for each breach.
std::string breaches(const std::string& path, const std::string& text) {
    static const std::regex include(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
    std::string found;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const std::string target = match[1];
        const std::string part = part_of(target);
        const bool own = line.find('"') != std::string::npos;
        // In quotes stands a file of ours, by its path from the root; in angle brackets none of ours.
        const bool allowed =
            may_include.at(part_of(path)).contains(part) && target.find("..") == std::string::npos;
        if (own ? !allowed : may_include.contains(part))
            found += fmt::format("{}:{}: {}\n", path, number, line);
    }
    return found;
}

TEST(Layering, EveryFileIncludesOnlyWhatItsPartMay) {
    std::size_t checked = 0;
    for (const std::string& path : sources()) {
        if (!may_include.contains(part_of(path))) continue;
        EXPECT_EQ(breaches(path, content(root / path)), "");
        ++checked;
    }
    // Without files there would be no breach either.
    EXPECT_GT(checked, 40U);
}

TEST(Layering, EveryIncludedFileOfOursLiesWhereItIsNamed) {
    static const std::regex include(R"re(^#include "([^"]+)")re");
    for (const std::string& path : sources()) {
        std::istringstream lines(content(root / path));
        for (std::string line; std::getline(lines, line);) {
            std::smatch match;
            if (!std::regex_search(line, match, include)) continue;
            EXPECT_TRUE(std::filesystem::exists(root / match[1].str())) << path << ": " << line;
        }
    }
}

TEST(Layering, FindsABreachInEveryForm) {
    EXPECT_NE(breaches("core/a.cpp", "#include \"ceilings/roof.hpp\"\n"), "");
    EXPECT_NE(breaches("kernels/a.cpp", "// fine\n#include \"ceilings/roof.hpp\"\n"), "");
    EXPECT_NE(breaches("ceilings/a.cpp", "#  include \"kernels/kernel.hpp\"\n"), "");
    EXPECT_NE(breaches("analyzer/a.cpp", "#include <kernels/kernel.hpp>\n"), "");
    EXPECT_NE(breaches("core/a.cpp", "  #include \"../kernels/kernel.hpp\"\n"), "");
    EXPECT_NE(breaches("core/a.cpp", "#include \"core/../kernels/kernel.hpp\"\n"), "");
    EXPECT_NE(breaches("analyzer/a.cpp", "#include \"roof.hpp\"\n"), "");
    EXPECT_NE(breaches("examples/a.cpp", "#include \"core/json.hpp\"\n"), "");
    EXPECT_EQ(breaches("cli/a.cpp",
                       "#include <vector>\n#include <nlohmann/json.hpp>\n#include \"kernels/a.hpp\"\n"),
              "");
}

}  // namespace
}  // namespace mansard::tree
