// Files of NVIDIA's profilers that hold nothing to read, and files of others: each with its reason.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(NvidiaFiles, FilesWithoutDataGiveTheProfilersReason) {
    for (const auto& [text, reason] : std::initializer_list<std::pair<std::string, std::string>>{
             {"==PROF== Connected to process 1 (/a)\n==ERROR== ERR_NVGPUCTRPERM - The user does not have "
              "permission\n",
              "ERR_NVGPUCTRPERM"},
             {"==ERROR== The application returned an error code (2).\n==WARNING== No kernels were "
              "profiled.\n",
              "error code (2)"},
             {"==PROF== Connected to process 1 (/a)\n==WARNING== No kernels were profiled.\n",
              "No kernels were profiled"},
             {"==PROF== Connected to process 1 (/a)\nTraceback (most recent call last):\n  File "
              "\"a.py\"\nImportError: no "
              "module\n",
              "ImportError: no module"},
             {"==ERROR== The application terminated before first instrumented API call.\n",
              "--target-processes all"},
             {"==123== NVPROF is profiling process 123, command: ./a\n==123== Warning: ERR_NVGPUCTRPERM - "
              "The "
              "user does not have permission\n==123== No events/metrics were profiled.\n",
              "says: Warning: ERR_NVGPUCTRPERM"},
             {"==PROF== Connected to process 1 (/a)\n", "ncu --csv"},
             {"\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\"\n",
              "no data of ncu-csv"}}) {
        const Scratch scratch;
        const auto path = scratch.write("e.csv", text);
        try {
            find_importer(path, "").import(path, {});
            FAIL() << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string_view(error.what()).find(reason), std::string_view::npos) << error.what();
        }
    }
}

TEST(NvidiaFiles, BinaryReportsNameTheirExport) {
    const Scratch scratch;
    for (const auto& [name, command] : std::initializer_list<std::pair<std::string, std::string>>{
             {"run.ncu-rep", "ncu --import"},
             {"run.nsys-rep", "nsys export --type sqlite"},
             {"run.qdrep", "nsys export --type sqlite"},
             {"run.nvvp", "nvprof --import-profile"}}) {
        const auto path = scratch.write(name, std::string_view("\x01\x02\x00\x03", 4));
        try {
            find_importer(path, "").import(path, {});
            FAIL() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string_view(error.what()).find(command), std::string_view::npos) << error.what();
            EXPECT_NE(std::string_view(error.what()).find(path.string()), std::string_view::npos)
                << error.what();
        }
    }
}

TEST(NvidiaFiles, AnotherToolsFileIsNamed) {
    const std::filesystem::path path = MANSARD_SOURCE_DIR "/tests/data/analyzer/nsys_stats.csv";
    try {
        find_importer(path, "ncu-csv").import(path, {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string_view(error.what()).find("nsys-csv"), std::string_view::npos) << error.what();
    }
}

}  // namespace
}  // namespace mansard::analyzer
