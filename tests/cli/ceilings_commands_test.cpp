// mansard build, show and list, run as programs: statuses, streams, files.
#include <gtest/gtest.h>

#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;
using namespace ceilings::testing;

std::string write_samples(const Scratch& scratch, const std::string& name, const Samples& samples) {
    write_file(scratch.file(name), to_text(to_json(samples)));
    return scratch.file(name);
}

Samples good(double rate = 46e9) {
    return samples_of({series_of(compute_target(), std::vector<double>(13, rate))});
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(BuildCommand, WritesCeilings) {
    const Scratch scratch;
    const std::string samples = write_samples(scratch, "s.json", good());
    const Outcome outcome = run_mansard("build " + samples + " -o " + scratch.file("c.json"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "") << "words go to standard error";
    EXPECT_TRUE(contains(outcome.err, "roofs: 1 measured, 0 suspect, 0 absent")) << outcome.err;
    EXPECT_TRUE(contains(read_file(scratch.file("c.json")), "\"mansard.ceilings/1\""));
    EXPECT_EQ(run_mansard("build --quiet " + samples + " -o " + scratch.file("c.json")).err, "");
}

TEST(BuildCommand, DashIsStandardOutputAndInput) {
    const Scratch scratch;
    const std::string samples = write_samples(scratch, "s.json", good());
    const Outcome outcome = run_mansard("build - -o - < " + samples);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(parse_json(outcome.out, "out")["roofs"].size(), 1U);
}

TEST(BuildCommand, ImportsRoofsOfOtherTools) {
    const Scratch scratch;
    const std::string roofs = scratch.file("roofline.csv"), text = "device,HBMBw\n0,1400\n";
    write_file(roofs, text);
    const Outcome forgotten = run_mansard("build " + roofs + " -o " + scratch.file("c.json"));
    EXPECT_EQ(forgotten.status, 3);
    EXPECT_TRUE(contains(forgotten.err, "add --from rocprof-compute")) << forgotten.err;
    EXPECT_EQ(run_mansard("build --from rocprof-compute " + roofs + " -o " + roofs).status, 2);
    EXPECT_EQ(read_file(roofs), text);
    for (const std::string& input : {roofs, "- < " + roofs}) {
        const Outcome outcome = run_mansard("build --from rocprof-compute -o - " + input);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(parse_json(outcome.out, "out")["roofs"][0]["status"], "imported");
    }
}

TEST(BuildCommand, PoolsRuns) {
    const Scratch scratch;
    Samples later = good();
    later.created = "2026-01-31T12:10:00Z";
    const std::string a = write_samples(scratch, "a.json", good()),
                      b = write_samples(scratch, "b.json", later),
                      copy = write_samples(scratch, "copy.json", good());
    const Outcome outcome = run_mansard("build " + a + " " + b + " -o -");
    EXPECT_EQ(parse_json(outcome.out, "out")["roofs"][0]["samples"], 26);
    EXPECT_EQ(run_mansard("build " + a + " " + a + " -o -").status, 2) << "a run does not confirm itself";
    const Outcome copied = run_mansard("build " + a + " " + copy + " -o -");
    EXPECT_EQ(copied.status, 3) << "under whatever name";
    EXPECT_TRUE(contains(copied.err, "feign certainty")) << copied.err;
}

TEST(BuildCommand, SuspectIsStatusFourAndContendedIsNot) {
    const Scratch scratch;
    Samples faulty = good();
    faulty.series[0].blocks[0].faults = {"checksum"};
    const std::string bad = write_samples(scratch, "bad.json", faulty);
    Outcome outcome = run_mansard("build --quiet " + bad + " -o " + scratch.file("c.json"));
    EXPECT_EQ(outcome.status, 4);
    EXPECT_TRUE(contains(outcome.err,
                         "warning: cpu.core.compute.f64.avx2.fma is suspect: failed its check: checksum"))
        << outcome.err;
    EXPECT_TRUE(contains(read_file(scratch.file("c.json")), "suspect")) << "written all the same";

    std::vector<double> values(13, 100);
    values[0] = values[1] = values[2] = 50;
    const std::string busy =
        write_samples(scratch, "busy.json", samples_of({series_of(compute_target(), values)}));
    outcome = run_mansard("build " + busy + " -o " + scratch.file("c.json"));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.err, "warning: 1 of 1 roofs are contended")) << outcome.err;
}

TEST(BuildCommand, BadInputIsStatusThreeAndWritesNothing) {
    const Scratch scratch;
    const std::string good_file = write_samples(scratch, "good.json", good());
    Samples foreign = good();
    foreign.machine.cpu_model = "Another CPU";
    const std::string foreign_file = write_samples(scratch, "foreign.json", foreign);
    write_file(scratch.file("cut.json"), read_file(good_file).substr(0, 500));
    write_file(scratch.file("empty.json"), "");
    write_file(scratch.file("other.json"), R"({"schema": "mansard.ceilings/1"})");
    for (const std::string& arguments :
         {scratch.file("missing.json"), scratch.file("cut.json"), scratch.file("empty.json"),
          scratch.file("other.json"), good_file + " " + foreign_file}) {
        const Outcome outcome = run_mansard("build " + arguments + " -o " + scratch.file("c.json"));
        EXPECT_EQ(outcome.status, 3) << arguments;
        EXPECT_TRUE(contains(outcome.err, "mansard: error: ")) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, ".json")) << "names the file: " << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(scratch.file("c.json"))) << arguments;
    }
    EXPECT_EQ(run_mansard("build " + good_file + " -o " + scratch.file("no/such/c.json")).status, 3);
    EXPECT_EQ(run_mansard("build " + good_file + " -o /dev/full").status, 3);
    EXPECT_EQ(run_mansard("build").status, 2);
    EXPECT_EQ(run_mansard("build --no-such-option").status, 2);
}

TEST(ShowCommand, PrintsEveryFormat) {
    const Scratch scratch;
    const std::string samples = write_samples(scratch, "s.json", good());
    const std::string ceilings = scratch.file("c.json");
    ASSERT_EQ(run_mansard("build " + samples + " -o " + ceilings).status, 0);
    EXPECT_TRUE(contains(run_mansard("show " + ceilings).out, "46.0 GFLOP/s"));
    EXPECT_TRUE(contains(run_mansard("show --format md " + ceilings).out, "| f64 avx2 fma | 46.0 GFLOP/s |"));
    EXPECT_TRUE(
        contains(run_mansard("show --format csv " + ceilings).out, "cpu.core.compute.f64.avx2.fma,4.6e+10,"));
    EXPECT_EQ(run_mansard("show --format json " + ceilings).out, read_file(ceilings));
    EXPECT_EQ(run_mansard("show --format xml " + ceilings).status, 2);
    EXPECT_EQ(run_mansard("show " + ceilings + " > /dev/full").status, 3);

    const Outcome beside = run_mansard("show " + ceilings + " " + ceilings);
    EXPECT_EQ(beside.status, 0);
    EXPECT_TRUE(contains(beside.out, "1.000")) << beside.out;
    EXPECT_EQ(run_mansard("show " + samples).status, 3) << "samples are no ceilings";
}

TEST(BuildCommand, MakesDeclaredCeilingsOfADatasheet) {
    const Scratch scratch;
    const std::string ceilings = scratch.file("npu.json");
    const Outcome built = run_mansard("build --from datasheet ascend-910b2 -o " + ceilings);
    EXPECT_EQ(built.status, 0) << built.err;
    EXPECT_TRUE(contains(built.err, "roofs: ")) << built.err;
    EXPECT_TRUE(contains(run_mansard("show " + ceilings).out, "declared"));
    const std::string profile = MANSARD_SOURCE_DIR "/tests/data/analyzer/ascend_op_summary.csv";
    const std::string svg = scratch.file("chart.svg"), page = scratch.file("page.html");
    const Outcome analyzed = run_mansard("analyze " + profile + " --ceilings " + ceilings +
                                         " --report svg=" + svg + " --report static-html=" + page);
    EXPECT_EQ(analyzed.status, 0) << analyzed.err;
    EXPECT_TRUE(contains(analyzed.out, "declared by a datasheet")) << analyzed.out;
    EXPECT_TRUE(contains(analyzed.out, "does not name the NPU's model")) << analyzed.out;
    EXPECT_TRUE(contains(read_file(svg), "(declared)"));
    EXPECT_TRUE(contains(read_file(page), "declared"));
    const Outcome unknown = run_mansard("build --from datasheet ascend-000 -o " + ceilings);
    EXPECT_EQ(unknown.status, 3);
    EXPECT_TRUE(contains(unknown.err, "ascend-910b2")) << unknown.err;
}

TEST(ListCommand, ListsWhatTheRegistriesHold) {
    EXPECT_TRUE(contains(run_mansard("list formats").out, "mansard-csv"));
    EXPECT_TRUE(contains(run_mansard("list reports").out, ".json"));
    const Json reports = parse_json(run_mansard("list reports --format json").out, "out");
    EXPECT_TRUE(contains(to_text(reports), "\"report\": \"json\""));
    EXPECT_TRUE(contains(to_text(reports), "\"of\": \"compare\""));
    EXPECT_TRUE(run_mansard("list formats --format csv").out.starts_with("format,summary\r\n"));
    EXPECT_EQ(run_mansard("list plans").status, 0);
    const Outcome unknown = run_mansard("list cheeses");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_TRUE(contains(unknown.err, "formats")) << unknown.err;
}

}  // namespace
}  // namespace mansard::cli
