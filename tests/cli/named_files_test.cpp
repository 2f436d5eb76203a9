// Outputs that cannot be written, or would replace an input or each other: told before any work is done.
#include <gtest/gtest.h>

#include "core/json.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/ceilings/make_samples.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

class NamedFiles : public ::testing::Test {
  protected:
    NamedFiles() {
        const std::string ceilings = to_text(ceilings::to_json(analyzer::testing::four_cores()));
        for (const char* name : {"c.json", "old.json"}) write_file(file(name), ceilings);
        write_file(file("p.csv"), std::string_view("name,seconds,flops_f64\nstream,1,1e9\n"));
        std::filesystem::create_symlink("p.csv", file("link.csv"));
        write_file(file("s.json"),
                   to_text(to_json(ceilings::testing::samples_of({ceilings::testing::series_of(
                       ceilings::testing::compute_target(), std::vector<double>(13, 46e9))}))));
    }
    std::string file(const std::string& name) const { return scratch_.file(name); }
    /// Every file and its content.
    std::map<std::string, std::string> contents() const {
        std::map<std::string, std::string> out;
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(file("x")).parent_path()))
            if (entry.is_regular_file()) out[entry.path().filename()] = read_file(entry.path());
        return out;
    }
    /// `arguments` end at once with `status`, name `told`, and change nothing.
    void expect_refused(const std::string& arguments, int status, const std::string& told) const {
        const auto before = contents();
        // A calibration that began to measure would not end in that time.
        const Outcome outcome =
            run_shell("cd " + file("") + " && timeout 5 '" MANSARD_BINARY "' " + arguments);
        EXPECT_EQ(outcome.status, status) << arguments << ": " << outcome.err;
        EXPECT_TRUE(outcome.err.starts_with("mansard: error: ")) << arguments << ": " << outcome.err;
        EXPECT_NE(outcome.err.find(told), std::string::npos) << arguments << ": " << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_EQ(contents(), before) << arguments;
    }

    const Scratch scratch_;
};

TEST_F(NamedFiles, CalibrateTellsBeforeItMeasures) {
    const std::string calibrate = "calibrate --no-lock --plan thorough ";
    expect_refused(calibrate + "-o /dev/full", 3, "/dev/full");
    expect_refused(calibrate + "-o new.json --samples /dev/full", 3, "/dev/full");
    expect_refused(calibrate + "-o new.json > /dev/full", 3, "standard output");
    expect_refused(calibrate + "-o ''", 2, "--output");
    expect_refused(calibrate + "-o new.json --samples ''", 2, "--samples");
    expect_refused(calibrate + "-o new.json --samples new.json", 2, "same file");
    expect_refused(calibrate + "-o new.json --samples ./../$(basename $PWD)/new.json", 2, "same file");
    expect_refused(calibrate + "-o - --samples -", 2, "standard output is named twice");
    expect_refused(calibrate + "-o none/c.json", 3, "none/c.json");
    expect_refused(calibrate + "-o /proc/c.json", 3, "/proc/c.json");
    expect_refused("calibrate --no-lock --plan ./s.json -o s.json", 2, "written over --plan");
}

TEST_F(NamedFiles, AnalyzeTellsBeforeItReads) {
    expect_refused("analyze p.csv -o p.csv", 2, "written over PROFILE");
    expect_refused("analyze p.csv --report csv=p.csv", 2, "--report csv would be written over PROFILE");
    expect_refused("analyze p.csv --report csv=link.csv", 2, "written over PROFILE");
    expect_refused("analyze p.csv --ceilings c.json --report json=c.json", 2, "written over --ceilings");
    expect_refused("analyze p.csv --report json=a.json --report csv=a.json", 2, "same file");
    expect_refused("analyze p.csv --report json=-", 2, "standard output is named twice");
    expect_refused("analyze p.csv -o ''", 2, "--output");
    expect_refused("analyze '' -o a.json", 2, "PROFILE");
    for (const char* again : {"p.csv", "./p.csv", "link.csv"})
        expect_refused(std::string("analyze p.csv ") + again, 2, "the same profile is given twice");
    // The profile is not there: that would be told if it came to be read.
    expect_refused("analyze none.csv -o none/a.json", 3, "none/a.json");
    expect_refused("analyze none.csv --report json=/dev/full", 3, "/dev/full");
}

TEST_F(NamedFiles, BuildBenchAndVerifyTellToo) {
    expect_refused("build s.json -o s.json", 2, "written over SAMPLES");
    expect_refused("build s.json -o ''", 2, "--output");
    expect_refused("build none.json -o /dev/full", 3, "/dev/full");
    expect_refused("bench --benchmark_out=none/b.json", 3, "none/b.json");
    expect_refused("verify c.json > /dev/full", 3, "standard output");
    expect_refused("show - - < c.json", 2, "standard input is named twice");
}

TEST_F(NamedFiles, DevicesAndPipesAreAllowed) {
    EXPECT_EQ(run_mansard("analyze " + file("p.csv") + " -o /dev/null --report json=/dev/null").status, 0);
    EXPECT_EQ(run_mansard("build " + file("s.json") + " -o /dev/stdout").out,
              run_mansard("build " + file("s.json") + " -o -").out);
    const Outcome piped = run_shell("bash -c \"'" MANSARD_BINARY "' build -q " + file("s.json") +
                                    " -o >(grep -c mansard.ceilings/1)\" | cat");
    EXPECT_EQ(piped.out, "1\n") << "what bash makes of >(command) is a pipe: " << piped.err;
}

}  // namespace
}  // namespace mansard::cli
