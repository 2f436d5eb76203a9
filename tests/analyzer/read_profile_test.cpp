#include "analyzer/read_profile.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(ReadProfile, NamesTheFormatOfAFileThatWasTakenForAnother) {
    const Scratch scratch;
    const auto path = scratch.write("points.csv", "name,seconds,calls,flops_f64,bytes_DRAM\na,1,1,1,1\n");
    EXPECT_EQ(read_profile(path, "", {}).format, "mansard-csv");
    try {
        read_profile(path, "perf-stat", {});
        FAIL() << "no row of it is perf's";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        EXPECT_NE(std::string_view(error.what()).find("no perf-stat file but mansard-csv"),
                  std::string_view::npos)
            << error.what();
    }
}

TEST(ReadProfile, NamesItAlsoWhereTheForcedFormatFindsAFault) {
    try {
        read_profile(MANSARD_SOURCE_DIR "/tests/data/analyzer/ncu_long.csv", "nsys-sqlite", {});
        FAIL() << "it is no database";
    } catch (const Error& error) {
        EXPECT_NE(std::string_view(error.what()).find("no nsys-sqlite file but ncu-csv"),
                  std::string_view::npos)
            << error.what();
    }
}

TEST(ReadProfile, ARooflineTableIsNoTableOfOperations) {
    const std::string path = MANSARD_SOURCE_DIR "/tests/data/analyzer/xprof_roofline.csv";
    EXPECT_THROW(read_profile(path, "xprof-hlo-stats", {}), Error);
}

TEST(ReadProfile, AProfileWhoseRecordsAreAllBrokenStaysWhatItIs) {
    const Scratch scratch;
    const auto path = scratch.write("points.csv", "name,seconds\n,1\n");
    EXPECT_EQ(read_profile(path, "mansard-csv", {}).rejected.size(), 1u);
}

}  // namespace
}  // namespace mansard::analyzer
