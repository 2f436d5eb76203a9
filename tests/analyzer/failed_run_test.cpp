// Logs of runs that failed, given as profiles.
#include "analyzer/failed_run.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::string reason_in(std::string_view text) {
    const auto failed = failed_run(text);
    return failed ? failed->reason : "";
}

TEST(FailedRun, IsQuoted) {
    EXPECT_EQ(reason_in("Error:\nAccess to performance monitoring is limited.\nConsider adjusting\n"),
              "Access to performance monitoring is limited.");
    EXPECT_EQ(reason_in("sh: perf: command not found\n"), "sh: perf: command not found");
    EXPECT_EQ(reason_in("loading\r\nSegmentation fault (core dumped)\r\n"),
              "Segmentation fault (core dumped)");
    EXPECT_EQ(
        reason_in("out\nTraceback (most recent call last):\n  File \"a.py\", line 1\n    x\nOSError: no\n"),
        "OSError: no");
    EXPECT_EQ(reason_in("[ERROR] permission denied: \x1b[31muser\n"),
              "[ERROR] permission denied: \\x1b[31muser");
}

TEST(FailedRun, OtherTextsTellOfNone) {
    EXPECT_EQ(reason_in("hello\n"), "");
    EXPECT_EQ(reason_in(""), "");
    EXPECT_EQ(reason_in("Traceback (most recent call last):\n  File \"a.py\", li"), "");
    EXPECT_EQ(reason_in(std::string_view("\x7f\0Segmentation fault", 20)), "");
}

TEST(FailedRun, StandsInTheErrorOfAFileThatNoImporterKnows) {
    const Scratch scratch;
    const auto error_of = [&](std::string_view text) -> std::string {
        try {
            find_importer(scratch.write("p.csv", text), "");
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            return error.what();
        }
        return "";
    };
    const std::string error =
        error_of("Cannot access MSR device file /dev/cpu/0/msr: Operation not permitted\n");
    EXPECT_NE(error.find("it says \"Cannot access MSR"), std::string::npos) << error;
    EXPECT_NE(error.find("likwid-accessD"), std::string::npos) << error;
    EXPECT_NE(error_of("\xef\xbb\xbf\r\n").find("empty"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
