// mansard verify, calibrate --resume, the lock and doctor as programs, as far as nothing need be measured.
#include <gtest/gtest.h>

#include <sstream>

#include "ceilings/build.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/version.hpp"
#include "tests/ceilings/make_samples.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;
using namespace ceilings::testing;

/// 13 equal blocks of a machine that is not this one.
Samples foreign_samples(double rate = 46e9) {
    Samples samples = samples_of({series_of(compute_target(), std::vector<double>(13, rate))});
    samples.machine.cpu_model = "Example CPU of another machine";
    return samples;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

class Measuring : public ::testing::Test {
  protected:
    std::string write(const std::string& name, const Json& document) const {
        write_file(scratch_.file(name), to_text(document));
        return scratch_.file(name);
    }
    std::string resume(const std::string& arguments) const {
        return "calibrate --resume -o " + scratch_.file("c.json") + " " + arguments;
    }
    const Scratch scratch_;
};

TEST_F(Measuring, VerifyRefusesAnotherMachinesFile) {
    const std::string file = write("c.json", to_json(ceilings::build(foreign_samples())));
    const Outcome outcome = run_mansard("verify " + file);
    EXPECT_EQ(outcome.status, 3);
    EXPECT_TRUE(contains(outcome.err, "CPU: Example CPU of another machine and ")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, file)) << outcome.err;
    EXPECT_EQ(outcome.out, "");
}

TEST_F(Measuring, VerifyTellsMistakes) {
    const std::string samples = write("s.json", to_json(foreign_samples()));
    write_file(scratch_.file("cut.json"), std::string_view("{\"schema\": \"mansard.ceil"));
    EXPECT_EQ(run_mansard("verify").status, 2);
    EXPECT_EQ(run_mansard("verify --no-such-option " + samples).status, 2);
    EXPECT_EQ(run_mansard("verify --format xml " + samples).status, 2);
    EXPECT_EQ(run_mansard("verify --wait never " + samples).status, 2);
    const Outcome waits = run_mansard("verify --no-lock --wait 5 " + samples);
    EXPECT_EQ(waits.status, 2);
    EXPECT_TRUE(contains(waits.err, "--wait") && contains(waits.err, "--no-lock")) << waits.err;
    for (const std::string& file : {samples, scratch_.file("cut.json"), scratch_.file("missing.json")}) {
        const Outcome outcome = run_mansard("verify " + file);
        EXPECT_EQ(outcome.status, 3) << file;
        EXPECT_TRUE(contains(outcome.err, file)) << outcome.err;
    }
}

TEST_F(Measuring, ResumeRefusesAnotherMachinesSamples) {
    Samples samples = foreign_samples();
    samples.complete = false;
    samples.tool_version = version();
    write("c.samples.json", to_json(samples));
    const std::string before = read_file(scratch_.file("c.samples.json"));
    const Outcome outcome = run_mansard(resume(""));
    EXPECT_EQ(outcome.status, 3);
    EXPECT_TRUE(contains(outcome.err, "CPU: Example CPU of another machine and ")) << outcome.err;
    EXPECT_EQ(read_file(scratch_.file("c.samples.json")), before);
    EXPECT_FALSE(std::filesystem::exists(scratch_.file("c.json")));
}

TEST_F(Measuring, ResumeTellsMistakes) {
    EXPECT_EQ(run_mansard("calibrate --resume -o -").status, 2);
    EXPECT_EQ(run_mansard("calibrate --resume -o /dev/null").status, 2);
    const Outcome gpu = run_mansard(resume("--device cuda:1"));
    EXPECT_EQ(gpu.status, 2);
    EXPECT_TRUE(contains(gpu.err, "--resume goes on with a calibration of the CPU, not with --device cuda:1"))
        << gpu.err;
    for (const std::string_view garbage : {"", "garbage", "{}", "{\"schema\": \"mansard.samples/1\"}",
                                           "{\"schema\": \"mansard.ceilings/1\"}", "[[[["}) {
        write_file(scratch_.file("s.json"), garbage);
        const Outcome outcome = run_mansard(resume("--samples " + scratch_.file("s.json")));
        EXPECT_EQ(outcome.status, 3) << garbage << ": " << outcome.err;
        EXPECT_TRUE(contains(outcome.err, scratch_.file("s.json"))) << outcome.err;
        EXPECT_EQ(read_file(scratch_.file("s.json")), garbage) << "left as it was";
    }
    Samples cut = foreign_samples();
    Json document = to_json(cut);
    document["series"][0]["blocks"][0]["seconds"] = {1, -1};
    const Outcome outcome = run_mansard(resume("--samples " + write("s.json", document)));
    EXPECT_EQ(outcome.status, 3);
    EXPECT_TRUE(contains(outcome.err, "series[0]")) << outcome.err;
}

TEST_F(Measuring, ResumeWithoutAMeasurementBeginsAnew) {
    // Of a matrix that there is not, so that nothing need be measured.
    Outcome outcome = run_mansard(resume("--filter isa=wgmma"));
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "c.samples.json: nothing was measured yet")) << outcome.err;
    Samples samples = foreign_samples();
    samples.series.clear();
    samples.complete = false;
    samples.request = Request{.plan_file = "", .filters = {"isa=wgmma"}, .budget_s = 7};
    write("c.samples.json", to_json(samples));
    outcome = run_mansard(resume("--plan quick"));
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "holds no measurement yet: this run begins anew")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "matches the filter isa=wgmma")) << "taken from there: " << outcome.err;
}

TEST_F(Measuring, ResumeTakesPlanAndFiltersFromTheSamples) {
    Samples samples = foreign_samples();
    samples.complete = false;
    samples.tool_version = version();
    samples.plan = "own";
    samples.request = Request{.plan_file = "/nowhere/own.json", .filters = {"level=L1", "pattern=load"}};
    write("c.samples.json", to_json(samples));
    Outcome outcome = run_mansard(resume(""));
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "/nowhere/own.json")) << outcome.err;
    outcome = run_mansard(resume("--filter pattern=load --filter level=L1"));
    EXPECT_TRUE(contains(outcome.err, "/nowhere/own.json")) << "the same in another order: " << outcome.err;
    outcome = run_mansard(resume("--filter level=L2"));
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_TRUE(contains(outcome.err,
                         "begun with --filter level=L1 --filter pattern=load, not with --filter "
                         "level=L2"))
        << outcome.err;
    samples.request->filters.clear();
    write("c.samples.json", to_json(samples));
    outcome = run_mansard(resume("--filter level=L2"));
    EXPECT_TRUE(contains(outcome.err, "begun with no filter")) << outcome.err;
}

TEST_F(Measuring, AHeldLockIsNamedWithItsHolder) {
    const std::string lock = scratch_.file("lock");
    const std::string program = " '" MANSARD_BINARY "' calibrate --plan quick -o " + scratch_.file("c.json");
    // The shell holds the lock on descriptor 9; the program must not inherit it.
    const Outcome outcome =
        run_shell("exec 9>" + lock + "\nflock 9\nMANSARD_LOCK=" + lock + program + " --wait 0.2 9>&-");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "waiting at most 0.2")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, lock)) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "holds the lock")) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "--no-lock")) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(scratch_.file("c.json")));
    EXPECT_FALSE(std::filesystem::exists(scratch_.file("c.samples.json")));
}

TEST_F(Measuring, DoctorHasOneForm) {
    const Outcome outcome = run_mansard("doctor --json --format csv");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(contains(outcome.err, "--json") && contains(outcome.err, "--format")) << outcome.err;
}

TEST_F(Measuring, DoctorExaminesThisMachine) {
    for (const char* arguments : {"doctor --json", "doctor --format json"}) {
        const Outcome outcome = run_mansard(arguments);
        EXPECT_TRUE(outcome.status == 0 || outcome.status == 4) << outcome.err;
        const Json document = parse_json(outcome.out, "doctor");
        EXPECT_EQ(document["schema"], "mansard.doctor/1");
        EXPECT_EQ(document["state"] == "problem", outcome.status == 4);
        EXPECT_GT(document["topics"].size(), 15U);
    }
    const std::string words = run_mansard("doctor").out;
    EXPECT_TRUE(contains(words, "huge pages"));
    std::istringstream lines(words);
    for (std::string line; std::getline(lines, line);) {
        // A path may be longer than a line; nothing else is.
        const std::size_t last = line.find_last_of(' ');
        EXPECT_TRUE(display_width(line) <= 80 || last < 40) << line;
    }
    EXPECT_TRUE(run_mansard("doctor --format csv").out.starts_with("topic,state,text,remedy\r\n"));
    EXPECT_TRUE(contains(run_mansard("doctor --format md").out, "| --- |"));
    EXPECT_EQ(run_mansard("doctor --no-such-option").status, 2);
    EXPECT_EQ(run_mansard("doctor > /dev/full").status, 3);
    const std::string locked = scratch_.file("lock");
    EXPECT_TRUE(contains(run_shell("exec 9>" + locked + "\nflock 9\nMANSARD_LOCK=" + locked +
                                   " '" MANSARD_BINARY "' doctor --format md")
                             .out,
                         "holds " + locked));
}

TEST_F(Measuring, ShowSaysWhatHasChanged) {
    const std::string one = write("a.json", to_json(ceilings::build(foreign_samples(40e9))));
    const std::string other = write("b.json", to_json(ceilings::build(foreign_samples(46e9))));
    const Outcome outcome = run_mansard("show " + one + " " + other);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "changed")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "0 same, 1 changed, 0 undecided")) << outcome.out;
    EXPECT_TRUE(contains(run_mansard("show " + one + " " + one).out, "1 same, 0 changed"));
}

}  // namespace
}  // namespace mansard::cli
