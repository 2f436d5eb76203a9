// Signals, kill -9, --resume, verify and the lock on this machine, with the smallest plan that measures a
// roof.
#include <gtest/gtest.h>

#include <tuple>

#include "core/json.hpp"
#include "core/sample.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::kernels {
namespace {

using cli::testing::Outcome;
using cli::testing::run_shell;
using cli::testing::Scratch;

constexpr const char* plan = R"({
  "name": "tiny", "summary": "a few roofs", "budget_s": 60, "trial_s": 0.0005, "trials": 4, "long_trials": 1,
  "long_trial_s": 0.001, "search_trials": 1, "search_rounds": 1, "finalists": 1, "min_rounds": 13,
  "max_rounds": 13, "precision": 1e-6, "spread_s": 3,
  "compute": [{"isas": "widest", "dtypes": ["f64"], "ops": ["mul"], "scopes": ["core"]}],
  "memory": [{"levels": ["L1"], "patterns": ["load"], "scopes": ["core"]}]})";

class Interruption : public ::testing::Test {
  protected:
    Interruption() { write_file(scratch_.file("tiny.json"), std::string_view(plan)); }

    std::string file(const std::string& name) const { return scratch_.file(name); }
    std::string program() const { return "env MANSARD_LOCK=" + file("lock") + " '" MANSARD_BINARY "' "; }
    std::string calibrate() const {
        return program() + "calibrate --plan " + file("tiny.json") + " -o " + file("c.json");
    }
    /// Starts a calibration in the background and sends it `signal` (or several, at once) as soon as its
    /// samples hold `mark` (with none: once it holds the lock and a moment later). It is exec'd, so that the
    /// process that gets the signal is the one that measures. The outcome's status is the calibration's.
    Outcome signal_when(const std::string& signal, const std::string& mark,
                        const std::string& options = "") const {
        const std::string sign = mark.empty() ? "[ -e " + file("lock") + " ] && sleep 0.3"
                                              : "grep -qs '" + mark + "' " + file("c.samples.json");
        return run_shell(
            "rm -f " + file("lock") + "; (export MANSARD_LOCK=" + file("lock") +
            "; exec '" MANSARD_BINARY "' calibrate --plan " + file("tiny.json") + " -o " + file("c.json") +
            " " + options + " >/dev/null) & pid=$!\n" + "i=0; while [ $i -lt 2000 ]; do " + sign +
            " && break; sleep 0.02; i=$((i + 1)); done\n"
            "for signal in " +
            signal +
            "; do kill -$signal $pid; done; wait $pid; status=$?; [ $i -lt 2000 ] || exit 99; exit $status");
    }
    bool exists(const std::string& name) const { return std::filesystem::exists(file(name)); }
    Scratch scratch_;
};

int final_blocks(const Samples& samples) {
    int blocks = 0;
    for (const Series& series : samples.series)
        for (const Block& block : series.blocks) blocks += block.phase == Phase::final && !block.repeated;
    return blocks;
}

TEST_F(Interruption, AKilledCalibrationKeepsItsRoundsAndGoesOn) {
    write_file(file("c.json"), std::string_view("an old file"));
    ASSERT_EQ(signal_when("KILL", "\"final\"").status, 137);
    EXPECT_EQ(read_file(file("c.json")), "an old file") << "the ceilings of before survive";
    const Samples killed = read_samples(file("c.samples.json"));
    EXPECT_FALSE(killed.complete);
    const int kept = final_blocks(killed);
    EXPECT_GT(kept, 0);

    const Outcome refused = run_shell(program() + "calibrate --resume --plan quick -o " + file("c.json"));
    EXPECT_EQ(refused.status, 3) << refused.err;
    EXPECT_NE(refused.err.find("plan tiny"), std::string::npos) << refused.err;

    const Outcome resumed = run_shell(calibrate() + " --resume");
    EXPECT_TRUE(resumed.status == 0 || resumed.status == 4) << resumed.err;
    EXPECT_NE(resumed.err.find("resuming"), std::string::npos) << resumed.err;
    const Samples samples = read_samples(file("c.samples.json"));
    EXPECT_TRUE(samples.complete);
    EXPECT_EQ(samples.resumed, 1);
    EXPECT_EQ(final_blocks(samples), 2 * 13);
    EXPECT_EQ(samples.series.size(), killed.series.size()) << "nothing was measured twice";
    const Json ceilings = read_document(file("c.json"), "mansard.ceilings/1", "calibrate");
    EXPECT_NE(to_text(ceilings).find("\"resumed\""), std::string::npos);

    const Outcome again = run_shell(calibrate() + " --resume");
    EXPECT_NE(again.err.find("nothing is left to measure"), std::string::npos) << again.err;
}

TEST_F(Interruption, WhatWasAskedForNeedNotBeRepeated) {
    // In the sweep no series tells the plan's roofs yet; at the first moment there is none at all.
    for (const char* mark : {"\"final\"", "\"sweep\"", "\"series\""}) {
        std::filesystem::remove(file("c.samples.json"));
        ASSERT_EQ(signal_when("KILL", mark, "--filter kind=bandwidth").status, 137) << mark;
        const Outcome resumed = run_shell(program() + "calibrate --resume -o " + file("c.json"));
        EXPECT_TRUE(resumed.status == 0 || resumed.status == 4) << mark << ": " << resumed.err;
        const Samples samples = read_samples(file("c.samples.json"));
        EXPECT_TRUE(samples.complete) << mark;
        EXPECT_EQ(samples.plan, "tiny");
        EXPECT_EQ(final_blocks(samples), 13) << mark << ": one roof, not the plan's two";
    }
}

TEST_F(Interruption, AKillInTheSweepKeepsTheSweep) {
    ASSERT_EQ(signal_when("KILL", "\"sweep\"").status, 137);
    EXPECT_FALSE(read_samples(file("c.samples.json")).series.empty());
    EXPECT_NE(run_shell(calibrate() + " --resume").status, 3);
    EXPECT_TRUE(read_samples(file("c.samples.json")).complete);
}

TEST_F(Interruption, SignalsInTheSweepEndCleanlyAndItGoesOn) {
    // A sweep of seconds: however late the signal is sent, it arrives before the search and the final rounds.
    std::string slow = plan;
    const std::string trials = R"("search_trials": 1)";
    slow.replace(slow.find(trials), trials.size(), R"("search_trials": 75)");
    write_file(file("tiny.json"), slow);
    write_file(file("c.json"), std::string_view("an old file"));
    // In the first pass nothing has been flushed yet; each goes on where the one before stopped. What is sent
    // to the program and to its group (`timeout` does) is one wish to stop, not a user who insists.
    for (const auto& [signal, mark, status] :
         {std::tuple{"TERM", "", 143}, {"HUP", "\"sweep\"", 129}, {"INT INT INT", "", 130}}) {
        std::filesystem::remove(file("c.samples.json"));
        const Outcome stopped = signal_when(signal, mark);
        EXPECT_EQ(stopped.status, status) << signal << ": " << stopped.err;
        EXPECT_NE(stopped.err.find("mansard calibrate --resume -o " + file("c.json")), std::string::npos)
            << stopped.err;
        EXPECT_FALSE(read_samples(file("c.samples.json")).complete) << signal;
        EXPECT_EQ(read_file(file("c.json")), "an old file") << "worth more than a file without roofs";
    }
    const Outcome resumed = run_shell(calibrate() + " --resume");
    EXPECT_TRUE(resumed.status == 0 || resumed.status == 4) << resumed.err;
    EXPECT_TRUE(read_samples(file("c.samples.json")).complete);
    EXPECT_NE(read_file(file("c.json")), "an old file");
}

TEST_F(Interruption, ATerminationAmongTheFinalRoundsKeepsTheRoofs) {
    const Outcome stopped = signal_when("TERM", "\"final\"");
    EXPECT_EQ(stopped.status, 143) << stopped.err;
    EXPECT_NE(stopped.err.find("interrupted"), std::string::npos) << stopped.err;
    const Samples samples = read_samples(file("c.samples.json"));
    EXPECT_FALSE(samples.complete);
    EXPECT_GT(final_blocks(samples), 0);
    const Json ceilings = read_document(file("c.json"), "mansard.ceilings/1", "calibrate");
    EXPECT_NE(to_text(ceilings).find("\"partial\""), std::string::npos);
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(file("c.json")).parent_path()))
        EXPECT_NE(entry.path().filename().string().find_first_of("jl"), std::string::npos)
            << "nothing half-written is left: " << entry.path();
    const Outcome resumed = run_shell(calibrate() + " --resume");
    EXPECT_TRUE(resumed.status == 0 || resumed.status == 4) << resumed.err;
    EXPECT_EQ(final_blocks(read_samples(file("c.samples.json"))), 2 * 13);
}

TEST_F(Interruption, AHangUpThatIsIgnoredStaysSo) {
    // nohup; the plan is the tiny one, and its end is awaited.
    const Outcome outcome = run_shell("trap '' HUP; (exec " + calibrate() +
                                      " > /dev/null) & pid=$!\n"
                                      "sleep 1; kill -HUP $pid; wait $pid");
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 4) << outcome.status << outcome.err;
    EXPECT_TRUE(read_samples(file("c.samples.json")).complete);
}

TEST_F(Interruption, VerifyMeasuresAgain) {
    const Outcome calibrated = run_shell(calibrate());
    ASSERT_TRUE(calibrated.status == 0 || calibrated.status == 4) << calibrated.err;
    const Outcome outcome = run_shell(program() + "verify --format json " + file("c.json"));
    // Whether the machine has drifted is its own affair; that it was measured and judged is ours.
    ASSERT_TRUE(outcome.status == 0 || outcome.status == 1 || outcome.status == 4) << outcome.err;
    const Json document = parse_json(outcome.out, "verify");
    EXPECT_EQ(document["schema"], "mansard.verification/1");
    EXPECT_LE(document["context"]["seconds"].get<double>(), 15);
    const std::string verdict = document["verdict"];
    EXPECT_EQ(outcome.status, verdict == "same" ? 0 : verdict == "drifted" ? 1 : 4);
    ASSERT_GE(document["roofs"].size(), 1U);
    for (const Json& roof : document["roofs"]) {
        EXPECT_EQ(roof["now"]["kernel"], roof["then"]["kernel"]);
        EXPECT_EQ(roof["now"]["working_set_bytes"], roof["then"]["working_set_bytes"]);
        EXPECT_GE(roof["now"]["samples"].get<int>(), 3);
    }
}

TEST_F(Interruption, TwoAtOnceDoNotMeasureTogether) {
    const Outcome outcome = run_shell(
        "(" + calibrate() + " >/dev/null 2>&1) & first=$!\n" + "i=0; while [ ! -e " + file("c.samples.json") +
        " ] && [ $i -lt 2000 ]; do sleep 0.02; i=$((i + 1)); done\n" + program() + "calibrate --plan " +
        file("tiny.json") + " -o " + file("d.json") + " --wait 0; second=$?\nwait $first\nexit $second");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_NE(outcome.err.find("holds the lock"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(file("lock")), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(file("d.json")));
    EXPECT_TRUE(std::filesystem::exists(file("c.json"))) << "the first is not disturbed";
}

TEST_F(Interruption, AFullDiskAndAReadOnlyHomeLoseNothing) {
    write_file(file("c.json"), std::string_view("an old file"));
    const Outcome full = run_shell(calibrate() + " --samples /dev/full");
    EXPECT_EQ(full.status, 3) << full.err;
    EXPECT_NE(full.err.find("/dev/full"), std::string::npos) << full.err;
    EXPECT_EQ(read_file(file("c.json")), "an old file");
    // Room for the ceilings' old file, and none for samples: found when the first are flushed.
    std::filesystem::create_directory(file("out"));
    const Outcome limited =
        run_shell("(ulimit -f 1; exec " + calibrate() + " --samples " + file("out/s.json") + " 2>/dev/null)");
    EXPECT_EQ(limited.status, 3);
    EXPECT_TRUE(std::filesystem::is_empty(file("out"))) << "no temporary is left";
    EXPECT_EQ(read_file(file("c.json")), "an old file");
    const Outcome homeless = run_shell("HOME=/proc XDG_RUNTIME_DIR=/proc " + calibrate());
    EXPECT_TRUE(homeless.status == 0 || homeless.status == 4) << homeless.err;
}

}  // namespace
}  // namespace mansard::kernels
