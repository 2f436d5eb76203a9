// What stays behind of a file whose program is ended while it is written: nothing, or all of it.
#include "core/unfinished_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <ostream>

#include "core/file.hpp"
#include "tests/scratch.hpp"

namespace mansard {
namespace {

class UnfinishedFileTest : public ::testing::Test {
  protected:
    std::vector<std::string> entries() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_))
            names.push_back(entry.path().filename());
        return names;
    }
    const testing::Scratch scratch_;
    const std::filesystem::path folder_ = scratch_.path();
};

/// Writes a file by its steps, and raises `signal` amid them.
void write_interrupted(const std::filesystem::path& path, bool may_be_nameless, int signal) {
    std::signal(signal, SIG_DFL);
    UnfinishedFile file(path, may_be_nameless);
    if (file.error() != 0 || ::write(file.descriptor(), "one", 3) != 3) ::_exit(1);
    std::raise(signal);
    if (::write(file.descriptor(), "two", 3) != 3 || file.put_in_place() != 0) ::_exit(2);
    ::_exit(3);
}

TEST_F(UnfinishedFileTest, ASignalLeavesNothingOfAFileWithoutAName) {
    {
        const UnfinishedFile file(folder_ / "probe");
        if (!entries().empty()) GTEST_SKIP() << "this file system has no files without a name";
    }
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
        EXPECT_EXIT(write_interrupted(folder_ / "a", true, signal), ::testing::KilledBySignal(signal), "");
        EXPECT_TRUE(entries().empty()) << signal;
    }
}

TEST_F(UnfinishedFileTest, AFileWithANameIsFinishedBeforeTheSignalActs) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const std::string name = std::to_string(signal);
        EXPECT_EXIT(write_interrupted(folder_ / name, false, signal), ::testing::KilledBySignal(signal), "");
        EXPECT_EQ(read_file(folder_ / name), "onetwo");
    }
    EXPECT_EQ(entries().size(), 3u) << "the files and nothing else";
}

TEST_F(UnfinishedFileTest, SignalsActWhileAReportIsWritten) {
    const auto write = [&] {
        std::signal(SIGTERM, SIG_DFL);
        write_file(folder_ / "a", [](std::ostream& out) {
            out << std::string(200000, 'x');
            std::raise(SIGTERM);
        });
    };
    EXPECT_EXIT(write(), ::testing::KilledBySignal(SIGTERM), "");
    for (const std::string& name : entries())
        EXPECT_EQ(read_file(folder_ / name).size(), 200000u) << name << " is not whole";
}

TEST_F(UnfinishedFileTest, WhatIsNotPutInItsPlaceIsRemoved) {
    for (const bool nameless : {true, false}) {
        { const UnfinishedFile file(folder_ / "a", nameless); }
        EXPECT_TRUE(entries().empty());
    }
}

TEST_F(UnfinishedFileTest, TheLongestNamesCanBeWritten) {
    const std::string name(255, 'n');
    for (const bool nameless : {true, false}) {
        UnfinishedFile file(folder_ / name, nameless);
        ASSERT_EQ(file.error(), 0);
        EXPECT_EQ(file.put_in_place(), 0);
    }
    EXPECT_EQ(entries(), std::vector<std::string>{name});
}

}  // namespace
}  // namespace mansard
