// Where outputs go: readers that left, endings of names, and inputs that are not taken for outputs.
#include <gtest/gtest.h>

#include "core/json.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

class Outputs : public ::testing::Test {
  protected:
    Outputs() { write_file(points_, std::string_view("name,seconds,flops_f64\nstream,1,1e9\n")); }
    /// Runs it with a standard output that nobody reads: what its descriptors 3 and 4 do is not left to luck.
    Outcome run_unread(const std::string& arguments) const {
        const std::string pipe = scratch_.file("pipe");
        return run_shell("rm -f " + pipe + "; mkfifo " + pipe + "; exec 3<>" + pipe + " 4>" + pipe +
                         " 3<&-; '" MANSARD_BINARY "' " + arguments + " >&4");
    }

    const Scratch scratch_;
    const std::string points_ = scratch_.file("p.csv");
};

TEST_F(Outputs, AReaderThatLeftIsNoError) {
    for (const std::string& arguments :
         {std::string("--help"), std::string("list kernels"), std::string("completions bash"),
          "analyze " + points_, "analyze --format json " + points_, "compare " + points_ + " " + points_,
          std::string("bench --benchmark_list_tests")}) {
        const Outcome outcome = run_unread(arguments);
        EXPECT_EQ(outcome.status, 141) << arguments;
        EXPECT_EQ(outcome.err.find("error"), std::string::npos) << arguments << ": " << outcome.err;
    }
}

TEST_F(Outputs, FilesAreWholeThoughAReaderLeft) {
    const std::string json = scratch_.file("a.json"), csv = scratch_.file("a.csv");
    for (const std::string& arguments :
         {"analyze " + points_ + " --report json=" + json + " --report csv=" + csv,
          "analyze " + points_ + " --report text=/dev/stdout --report json=" + json + " -o " + csv}) {
        EXPECT_EQ(run_unread(arguments).status, 141);
        EXPECT_EQ(read_document(json, "mansard.analysis/1", "analyze")["points"].size(), 1u);
        EXPECT_NE(read_file(csv).find("stream"), std::string::npos);
        std::filesystem::remove(json);
        std::filesystem::remove(csv);
    }
    const std::string bench = scratch_.file("b.json");
    EXPECT_NE(run_unread("bench --benchmark_list_tests --benchmark_out=" + bench).status, 0);
}

TEST_F(Outputs, AnInputThatCannotBeReadIsNoOutput) {
    std::filesystem::create_symlink("loop.csv", scratch_.file("loop.csv"));
    for (const std::string& input : {scratch_.file("loop.csv"), scratch_.file(std::string(300, 'n'))}) {
        for (const std::string& arguments :
             {"analyze " + input + " -o " + scratch_.file("a.json"),
              "analyze " + points_ + " --ceilings " + input, "compare " + points_ + " " + input}) {
            const Outcome outcome = run_mansard(arguments);
            EXPECT_EQ(outcome.status, 3) << arguments;
            EXPECT_NE(outcome.err.find("cannot read the "), std::string::npos) << outcome.err;
            EXPECT_NE(outcome.err.find(input.substr(0, 100)), std::string::npos) << outcome.err;
            EXPECT_EQ(outcome.err.find("cannot write"), std::string::npos) << outcome.err;
        }
    }
}

TEST_F(Outputs, EndingsChooseTheFormInAnyCase) {
    const auto written = [&](const std::string& name, const std::string& more = "") {
        const std::string path = scratch_.file(name);
        const Outcome outcome = run_mansard("analyze " + points_ + " -o " + path + more);
        EXPECT_EQ(outcome.status, 0) << name << ": " << outcome.err;
        return outcome.status == 0 ? read_file(path) : "";
    };
    EXPECT_NE(written("x.SVG").find("<svg"), std::string::npos);
    EXPECT_TRUE(written("x.Json").starts_with("{"));
    const std::string text = written("x");
    EXPECT_NE(text.find("stream"), std::string::npos);
    for (const std::string name : {"x.txt", "x.TXT", ".hidden"})
        EXPECT_EQ(written(name).substr(0, 20), text.substr(0, 20)) << name;
    EXPECT_TRUE(written("y.foo", " --format json").starts_with("{"));
    for (const std::string name : {"x.pdf", "x.png", "x.html.gz", "x.foo"}) {
        for (const std::string& command : {"analyze " + points_, "compare " + points_ + " " + points_}) {
            const Outcome outcome = run_mansard(command + " -o " + scratch_.file(name));
            EXPECT_EQ(outcome.status, 2) << name;
            for (const std::string known : {".svg", ".html", ".json", ".csv", ".md", ".txt"})
                EXPECT_NE(outcome.err.find(known), std::string::npos) << outcome.err;
            EXPECT_FALSE(std::filesystem::exists(scratch_.file(name)));
        }
    }
}

TEST_F(Outputs, CountsOfAListAreNumbers) {
    const Outcome outcome = run_mansard("list --format json");
    const Json listed = parse_json(outcome.out, "list");
    ASSERT_FALSE(listed.empty());
    for (const Json& entry : listed) {
        EXPECT_TRUE(entry["entries"].is_number_unsigned()) << entry;
        EXPECT_TRUE(entry["list"].is_string()) << entry;
    }
}

TEST_F(Outputs, ATerminalThatSaysNothingGetsNoColours) {
    if (run_shell("script -qec true /dev/null").status != 0) GTEST_SKIP() << "script is not installed";
    const auto shown = [&](const std::string& environment, const std::string& arguments) {
        return run_shell(environment + " script -qec \"'" MANSARD_BINARY "' " + arguments +
                         "\" /dev/null </dev/null")
            .out;
    };
    const std::string analyze = "analyze " + points_;
    EXPECT_NE(shown("TERM=xterm", analyze).find("\x1b["), std::string::npos);
    for (const std::string environment : {"env -u TERM", "TERM= ", "TERM=dumb"})
        EXPECT_EQ(shown(environment, analyze).find("\x1b["), std::string::npos) << environment;
}

}  // namespace
}  // namespace mansard::cli
