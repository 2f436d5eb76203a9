// Every importer against every fixture, whole and broken in a hundred ways that are the same each time:
// what the fuzzers look for at length is looked for briefly in every run of the tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/file.hpp"
#include "tests/fuzz/check_import.hpp"
#include "tests/fuzz/mutator.hpp"

namespace mansard::analyzer::testing {
namespace {

namespace fs = std::filesystem;
using mansard::testing::Mutator;

std::vector<fs::path> fixtures() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(MANSARD_SOURCE_DIR "/tests/data/analyzer"))
        if (entry.is_regular_file()) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

class EveryImporter : public ::testing::TestWithParam<const ImporterDesc*> {};

TEST_P(EveryImporter, SurvivesBrokenFiles) {
    // A file of another format is mostly refused at its first line: a few mutants show that.
    constexpr int own_mutants = 100, foreign_mutants = 4;
    bool any = false;
    for (const fs::path& path : fixtures()) {
        const std::string content = read_file(path);
        const bool own = GetParam()->sniff(path, std::string_view(content).substr(0, 1 << 16)) >= 50;
        const int mutants = own ? own_mutants : foreign_mutants;
        ASSERT_NO_THROW(any = check_import(*GetParam(), content) || any) << path;
        Mutator mutator(content);
        for (int i = 0; i < mutants; ++i) {
            const std::string mutant = mutator.next();
            ASSERT_NO_THROW(check_import(*GetParam(), mutant)) << path << ", mutant " << i << ":\n" << mutant;
        }
    }
    EXPECT_TRUE(any) << "no fixture in tests/data/analyzer is of this importer's format";
}

INSTANTIATE_TEST_SUITE_P(Importers, EveryImporter,
                         ::testing::ValuesIn(importers().begin(), importers().end()), [](const auto& tested) {
                             std::string name(tested.param->name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace mansard::analyzer::testing
