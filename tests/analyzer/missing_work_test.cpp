#include "analyzer/missing_work.hpp"

#include <gtest/gtest.h>

#include "analyzer/nvidia/counting_command.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Profile profile_of(std::string format, Point point) {
    Profile profile{.source = "times.sqlite", .format = std::move(format)};
    profile.points.push_back(std::move(point));
    return profile;
}

TEST(MissingWork, TimesAloneAreToldWhatWouldCount) {
    Profile profile = profile_of("nsys-sqlite", {.name = "f", .seconds = 1});
    advise_missing_work(profile);
    ASSERT_EQ(codes(profile.notes), "times_alone");
    const std::string& remedy = profile.notes[0].remedy;
    for (const char* part : {"ncu --csv", "dram__bytes_read.sum", "_op_ffma_pred_on.sum",
                             "_op_hadd_pred_on.sum", "mansard analyze counts.csv 'times.sqlite'"})
        EXPECT_NE(remedy.find(part), std::string::npos) << part << " in " << remedy;
    EXPECT_EQ(remedy.find('{'), std::string::npos) << "a shell would make words of braces";
}

TEST(MissingWork, TheFilesNameIsOneWordOfAShell) {
    for (const char* format : {"nsys-csv", "nsys-sqlite", "nvprof"}) {
        Profile profile = profile_of(format, {.name = "f", .seconds = 1});
        profile.source = "it's.csv";
        advise_missing_work(profile);
        EXPECT_TRUE(profile.notes.at(0).remedy.ends_with("counts.csv 'it'\\''s.csv'"))
            << profile.notes[0].remedy;
    }
}

TEST(MissingWork, NothingIsSaidWhereItIsKnownOrNoAdviceFits) {
    Point counted{.name = "f", .seconds = 1};
    counted.bytes.push_back({.level = Level::DRAM, .count = 8});
    for (Profile profile : {profile_of("nsys-csv", counted), profile_of("nsys-csv", {.name = "f"}),
                            profile_of("mansard-csv", {.name = "f", .seconds = 1})}) {
        advise_missing_work(profile);
        EXPECT_TRUE(profile.notes.empty());
    }
}

TEST(MissingWork, TheCommandCountsEveryTypeThatEveryChipHas) {
    const std::string command = nvidia::counting_command("c.csv");
    EXPECT_NE(command.find("--log-file c.csv"), std::string::npos);
    EXPECT_NE(command.find("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"), std::string::npos);
    EXPECT_EQ(command.find("ffma2"), std::string::npos) << "ncu stops at a metric that the chip lacks";
}

}  // namespace
}  // namespace mansard::analyzer
