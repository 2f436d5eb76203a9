// Every importer against every fixture, whole and broken in some hundred ways that are the same each time:
// what the fuzzers look for at length is looked for briefly in every run of the tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "core/file.hpp"
#include "tests/fuzz/check_import.hpp"

namespace mansard::analyzer::testing {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> fixtures() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(MANSARD_SOURCE_DIR "/tests/data/analyzer"))
        if (entry.is_regular_file()) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Breaks a file as disks, editors and programs that die do: bytes changed, cut out, doubled, numbers
/// replaced.
class Mutator {
  public:
    explicit Mutator(std::string content) : content_(std::move(content)) {}

    std::string next() {
        std::string mutant = content_;
        const std::size_t changes = 1 + below(4);
        for (std::size_t i = 0; i < changes && !mutant.empty(); ++i) change(mutant);
        return mutant;
    }

  private:
    std::size_t below(std::size_t bound) { return random_() % bound; }

    void change(std::string& text) {
        static constexpr std::string_view values[] = {
            "-1",    "nan", "1e999",  "\"", "18446744073709551616", "", "null", "\xff",
            "[[[[[", "0x1", "1e-320", ","};
        const std::size_t at = below(text.size());
        const std::size_t length = std::min(text.size() - at, 1 + below(40));
        switch (below(6)) {
            case 0:
                text[at] = static_cast<char>(below(256));
                break;
            case 1:
                text.resize(at);
                break;
            case 2:
                text.erase(at, length);
                break;
            case 3:
                text.insert(at, text.substr(at, length));
                break;
            case 4:
                text.insert(below(text.size()), text.substr(at, length));
                break;
            default:
                replace_number(text, at, values[below(std::size(values))]);
        }
    }

    static void replace_number(std::string& text, std::size_t from, std::string_view value) {
        const std::size_t at = text.find_first_of("0123456789", from);
        if (at == std::string::npos) return;
        const std::size_t end = std::min(text.size(), text.find_first_not_of("0123456789.e+-", at));
        text.replace(at, end - at, value);
    }

    std::string content_;
    // One seed for all: a failure here is a failure everywhere.
    std::minstd_rand random_{12345};
};

class EveryImporter : public ::testing::TestWithParam<const ImporterDesc*> {};

TEST_P(EveryImporter, SurvivesBrokenFiles) {
    // A file of another format is mostly refused at its first line: a few mutants show that.
    constexpr int own_mutants = 300, foreign_mutants = 20;
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
