// Help reads alike for every command: what goes in, what of it, how, and last what comes out and in which
// form.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

TEST(Help, OutputsStandLastAndInOneOrder) {
    const std::vector<std::string> outputs{"--output", "--samples", "--report", "--format", "--json"};
    for (const std::string command : {"analyze", "bench", "build", "calibrate", "compare", "completions",
                                      "doctor", "list", "show", "verify"}) {
        const std::string help = run_mansard(command + " --help").out;
        ASSERT_NE(help.find("--version"), std::string::npos) << command;
        std::vector<std::string> options;
        const std::regex declared(R"(\n  (?:-\w,)?(--[a-z0-9_-]+))");
        for (std::sregex_iterator at(help.begin(), help.end(), declared), end; at != end; ++at)
            options.push_back((*at)[1]);
        std::vector<std::ptrdiff_t> places;
        for (const std::string& option : options) {
            const auto place = std::find(outputs.begin(), outputs.end(), option) - outputs.begin();
            if (place < std::ssize(outputs))
                places.push_back(place);
            else
                EXPECT_TRUE(places.empty()) << command << ": " << option << " stands behind an output";
        }
        EXPECT_TRUE(std::is_sorted(places.begin(), places.end())) << command;
    }
}

TEST(Help, ListWithoutAnArgumentSaysWhatCanBeListed) {
    for (const char* format : {"text", "json", "csv", "md"}) {
        const Outcome outcome = run_mansard(std::string("list --format ") + format);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        for (const char* name : {"formats", "kernels", "plans", "reports"})
            EXPECT_NE(outcome.out.find(name), std::string::npos) << format << ": " << outcome.out;
    }
}

TEST(Help, ANumberOfPointsIsAskedForInWords) {
    for (const std::string count : {"0", "-1", "many", "1.5", "1e3", "99999999999999999999"}) {
        const Outcome outcome = run_mansard("analyze x.csv --top=" + count);
        EXPECT_EQ(outcome.status, 2) << count;
        EXPECT_NE(outcome.err.find("--top"), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find("a whole number from 1"), std::string::npos)
            << count << ": " << outcome.err;
    }
}

}  // namespace
}  // namespace mansard::cli
