// The scripts: their syntax, what they say when something is missing, and the example workloads' byte counts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/tree/tree.hpp"

namespace mansard::tree {
namespace {

std::string script(const std::string& name) {
    return fmt::format("'{}'", (root / "scripts" / name).string());
}

/// A PATH of links to a few harmless commands: a machine with nothing else installed.
std::string bare_path(const Scratch& scratch) {
    for (const char* command :
         {"bash", "env", "dirname", "basename", "sed", "sort", "tr", "cat", "rm", "mktemp"}) {
        const Outcome where = run(fmt::format("command -v {}", command));
        std::filesystem::create_symlink(where.output.substr(0, where.output.find('\n')),
                                        scratch.path() / command);
    }
    return scratch.path();
}

TEST(Scripts, AreValidBash) {
    std::size_t checked = 0;
    for (const std::string& path : files({".sh"})) {
        const Outcome outcome = run(fmt::format("bash -n '{}'", (root / path).string()));
        EXPECT_EQ(outcome.status, 0) << path << ": " << outcome.output;
        ++checked;
    }
    EXPECT_GE(checked, 4U);
}

TEST(Scripts, WithoutAptTheyNameWhatIsMissingAndTheRemedy) {
    const Scratch scratch;
    const std::string path = bare_path(scratch);
    for (const char* name : {"run.sh", "test.sh"}) {
        const Outcome outcome = run(fmt::format("PATH='{}' bash {}", path, script(name)));
        EXPECT_EQ(outcome.status, 2) << outcome.output;
        EXPECT_NE(outcome.output.find("missing: "), std::string::npos) << outcome.output;
        EXPECT_NE(outcome.output.find("cmake"), std::string::npos) << outcome.output;
        EXPECT_NE(outcome.output.find("To mend it: "), std::string::npos) << outcome.output;
        EXPECT_NE(outcome.output.find("libbenchmark-dev"), std::string::npos) << outcome.output;
    }
}

TEST(Scripts, RunRefusesAnUnknownOption) {
    const Outcome outcome = run(fmt::format("{} --no-such-option", script("run.sh")));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.output.find("--no-such-option"), std::string::npos) << outcome.output;
}

TEST(Scripts, RunKnowsItsPlansBeforeItBuilds) {
    for (const char* arguments : {"--plan", "--plan nosuch", "--plan=", "--plan /"}) {
        const Outcome outcome = run(fmt::format("timeout 10 {} {}", script("run.sh"), arguments));
        EXPECT_EQ(outcome.status, 2) << outcome.output;
        EXPECT_NE(outcome.output.find("plan"), std::string::npos) << outcome.output;
        EXPECT_NE(outcome.output.find("To mend it: "), std::string::npos) << outcome.output;
    }
}

TEST(Scripts, AFolderThatCannotBeWrittenIsOneError) {
    // Not even root makes a folder in one that is not there.
    const Outcome outcome = run(fmt::format(
        "cd / && bash -c 'source {}/scripts/lib/common.sh; require_writable nosuch/build'", root.string()));
    EXPECT_EQ(outcome.status, 3) << outcome.output;
    EXPECT_NE(outcome.output.find("may not write to "), std::string::npos) << outcome.output;
    EXPECT_NE(outcome.output.find("nosuch/build"), std::string::npos) << outcome.output;
}

TEST(Scripts, AnInterruptedCalibrationGoesOn) {
    const Scratch scratch;
    const auto calibrate = [&](int status, const char* plan) {
        return run(fmt::format(
            "cd '{}' && bash -c 'source {}/scripts/lib/common.sh; source "
            "{}/scripts/lib/calibrate.sh; program() {{ echo \"$*\"; case $* in *--resume*) return "
            "{};; esac; return {}; }}; calibrate program {}'",
            scratch.path().string(), root.string(), root.string(), status == 3 ? 3 : 0,
            status == 3 ? 0 : status, plan));
    };
    EXPECT_EQ(calibrate(137, "quick").status, 137);
    EXPECT_NE(calibrate(130, "standard").output.find("--plan standard"), std::string::npos) << "another plan";
    const Outcome resumed = calibrate(130, "standard");
    EXPECT_EQ(resumed.status, 0) << resumed.output;
    EXPECT_NE(resumed.output.find("calibrate --resume"), std::string::npos) << resumed.output;
    EXPECT_EQ(calibrate(137, "standard").output.find("--resume"), std::string::npos) << "that one was whole";
    const Outcome anew = calibrate(3, "standard");
    EXPECT_EQ(anew.status, 0) << anew.output;
    EXPECT_NE(anew.output.find("calibrating anew"), std::string::npos) << anew.output;
    EXPECT_EQ(calibrate(4, "standard").output.find("--resume"), std::string::npos) << anew.output;
}

TEST(Scripts, RunAndTestExplainThemselves) {
    const Outcome outcome = run(fmt::format("{} --help", script("run.sh")));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.output.find("--plan"), std::string::npos) << outcome.output;
    const Outcome tests = run(fmt::format("timeout 10 {} --help", script("test.sh")));
    EXPECT_EQ(tests.status, 0);
    EXPECT_NE(tests.output.find("CTEST OPTION"), std::string::npos) << tests.output;
}

TEST(Scripts, RunFromAnyDirectory) {
    // With CDPATH `cd` may go elsewhere, and prints where it went.
    for (const std::string& place : {root.string(), (root / "scripts").string(), std::string("/")}) {
        const std::string name = std::filesystem::relative(root / "scripts/run.sh", place).string();
        const Outcome outcome =
            run(fmt::format("cd '{}' && CDPATH=.:'{}' bash {} --help", place, root.string(), name));
        EXPECT_EQ(outcome.status, 0) << place << ": " << outcome.output;
    }
}

TEST(Scripts, InjectFaultsExplainsItselfAndRefusesWhatItDoesNotKnow) {
    const Outcome help = run(fmt::format("{} --help", script("inject-faults.sh")));
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.output.find("neighbour"), std::string::npos) << help.output;
    EXPECT_EQ(run(fmt::format("{} --no-such-option", script("inject-faults.sh"))).status, 2);
    const Outcome missing = run(fmt::format("MANSARD=/nowhere/mansard {}", script("inject-faults.sh")));
    EXPECT_EQ(missing.status, 2);
    EXPECT_NE(missing.output.find("To mend it: "), std::string::npos) << missing.output;
}

TEST(Scripts, GpuAcceptanceExplainsItselfAndRefusesWhatItDoesNotKnow) {
    const Outcome help = run(fmt::format("{} --help", script("gpu-acceptance.sh")));
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.output.find("--arch"), std::string::npos) << help.output;
    EXPECT_EQ(run(fmt::format("{} --no-such-option", script("gpu-acceptance.sh"))).status, 2);
    const Outcome missing = run(fmt::format("{} --build /nowhere", script("gpu-acceptance.sh")));
    EXPECT_EQ(missing.status, 2);
    EXPECT_NE(missing.output.find("To mend it: "), std::string::npos) << missing.output;
}

TEST(Examples, MoveTheBytesThatTheirModelSays) {
    const Outcome outcome =
        run(fmt::format("{} '{}/examples/traffic_driver'", script("check-traffic.sh"), MANSARD_BINARY_DIR));
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_NE(outcome.output.find("stencil_blocked"), std::string::npos) << outcome.output;
}

}  // namespace
}  // namespace mansard::tree
