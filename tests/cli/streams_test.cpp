// Standard streams that are full, closed or a terminal, and files that may not grow.
#include <gtest/gtest.h>

#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

TEST(Streams, WhatCannotBePrintedIsAnError) {
    for (const std::string arguments :
         {"--help", "--version", "calibrate --help", "list", "list kernels --format json", "completions bash",
          "doctor", "bench --benchmark_list_tests", "bench --plan quick --benchmark_list_tests"}) {
        for (const std::string out : {" > /dev/full", " >&-"}) {
            const Outcome outcome = run_mansard(arguments + out);
            EXPECT_EQ(outcome.status, 3) << arguments << out << ": " << outcome.err;
            EXPECT_NE(outcome.err.find("standard output"), std::string::npos)
                << arguments << out << ": " << outcome.err;
        }
        EXPECT_NE(run_mansard(arguments + " 2>&-").status, 3) << arguments << ": nobody need read warnings";
    }
}

TEST(Streams, AFileThatMayNotGrowIsAnOrdinaryError) {
    const Scratch scratch;
    write_file(scratch.file("p.csv"), std::string_view("name,seconds,flops_f64\nstream,1,1e9\n"));
    std::filesystem::create_directory(scratch.file("out"));
    const std::string place = scratch.file("out/a.json");
    const std::string limited =
        "(ulimit -f 0; exec '" MANSARD_BINARY "' analyze " + scratch.file("p.csv") + " -o " + place + ")";
    // What is said goes through a pipe: the file of the test may not grow either.
    const Outcome outcome = run_shell(limited + " 2>&1 | cat");
    EXPECT_NE(outcome.out.find("cannot write the output"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find(place), std::string::npos) << outcome.out;
    EXPECT_EQ(run_shell(limited + " 2>/dev/null").status, 3) << "and no signal ends it";
    EXPECT_TRUE(std::filesystem::is_empty(scratch.file("out"))) << "no temporary is left";
}

TEST(Streams, WhatComesFromTheCommandLineIsPrintedHarmlessly) {
    for (const std::string arguments :
         {"show $(printf 'a\\033[31mb')", "calibrate --plan $(printf 'x\\342\\200\\256y/')",
          "analyze $(printf 'a\\302\\233b')", "build x --no-$(printf '\\007')"}) {
        const Outcome outcome = run_mansard(arguments);
        EXPECT_NE(outcome.status, 0) << arguments;
        EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find('\a'), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find("\xc2\x9b"), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.err.find("\xe2\x80\xae"), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find('\\'), std::string::npos) << "it is shown escaped: " << outcome.err;
    }
}

}  // namespace
}  // namespace mansard::cli
