// mansard analyze, run as a program: which file is at fault, what is written, and what is not.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "core/json.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

class AnalyzeCommand : public ::testing::Test {
  protected:
    AnalyzeCommand() {
        write_file(ceilings_, to_text(ceilings::to_json(analyzer::testing::four_cores())));
        write_file(points_, std::string_view("name,seconds,threads,flops_f64,bytes_DRAM\n"
                                             "stream,1,1,1e9,8e9\n"
                                             "solve,2,1,6e10,1e9\n"));
    }
    /// A file of this content; its path.
    std::string file_of(const std::string& name, std::string_view content) const {
        write_file(scratch_.file(name), content);
        return scratch_.file(name);
    }
    bool exists(const std::string& name) const { return std::filesystem::exists(scratch_.file(name)); }

    const Scratch scratch_;
    const std::string ceilings_ = scratch_.file("ceilings.json");
    const std::string points_ = scratch_.file("points.csv");
};

TEST_F(AnalyzeCommand, WritesEveryReportThatWasAskedFor) {
    const Outcome outcome =
        run_mansard("analyze " + points_ + " --ceilings " + ceilings_ +
                    " --report json=" + scratch_.file("a.json") + " --report svg=" + scratch_.file("a.svg") +
                    " --report html=" + scratch_.file("a.html") + " --format csv");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("stream,"), std::string::npos) << outcome.out;
    const Json analysis = read_document(scratch_.file("a.json"), "mansard.analysis/1", "analyze");
    EXPECT_EQ(analysis["points"].size(), 2U);
    EXPECT_EQ(analysis["points"][0]["status"], "placed");
    EXPECT_TRUE(exists("a.svg"));
    EXPECT_TRUE(exists("a.html"));
}

TEST_F(AnalyzeCommand, ASimulationCompletesATimedProfileAndIsComparedByItsAnalysis) {
    const std::string simulation = MANSARD_SOURCE_DIR "/tests/data/analyzer/cachegrind.out";
    const std::string times =
        file_of("times.csv", "name,seconds,calls,flops_f64\nproduct_tiled/216,2,10,1e9\n");
    const std::string joined =
        "analyze " + times + " " + simulation +
        " --map product_tiled=dot --map product_tiled=product_tiled --simulated-calls ";
    const Outcome before = run_mansard(joined + "1 --ceilings " + ceilings_ + " --format json -o " +
                                       scratch_.file("before.json"));
    EXPECT_EQ(before.status, 0) << before.err;
    const Json analysis = read_document(scratch_.file("before.json"), "mansard.analysis/1", "analyze");
    ASSERT_EQ(analysis["points"].size(), 1U);
    // Both functions that it is given, ten times.
    EXPECT_DOUBLE_EQ(analysis["points"][0]["bytes"]["L2"].get<double>(), 10.0 * (768 + 11200));
    EXPECT_EQ(run_mansard(joined + "2 --format json -o " + scratch_.file("after.json")).status, 0);
    const Outcome compared = run_mansard("compare " + scratch_.file("before.json") + " " +
                                         scratch_.file("after.json") + " --expect 'L2_bytes<=0.5x'");
    EXPECT_EQ(compared.status, 0) << compared.out << compared.err;
    EXPECT_NE(compared.out.find("simulated bytes, without write-backs"), std::string::npos) << compared.out;
    EXPECT_EQ(run_mansard(joined + "0").status, 2);
    EXPECT_EQ(run_mansard("analyze " + times + " --map product_tiled=dot").status, 2);
}

TEST_F(AnalyzeCommand, OptionsThatChangeNothingAreSaidTo) {
    const std::string plain = file_of("plain.csv", "name,seconds,flops_f64\nf,2,1e9\n");
    const std::string stepped = file_of("steps.csv", "name,seconds,flops_f64,step\na,1,1,1\na,2,1,2\n");
    const Outcome outcome = run_mansard(
        "analyze " + plain + " --skip-steps 1 --per-launch --no-feeds --fp16 nersc --decimal comma");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    for (const char* option : {"--skip-steps", "--per-launch", "--no-feeds", "--fp16", "--decimal"})
        EXPECT_NE(outcome.err.find(option), std::string::npos) << option << "\n" << outcome.err;
    const Outcome skipped = run_mansard("analyze " + stepped + " --skip-steps 1 --format csv");
    EXPECT_EQ(skipped.status, 0) << skipped.err;
    EXPECT_EQ(skipped.err.find("--skip-steps"), std::string::npos) << skipped.err;
    EXPECT_EQ(run_mansard("analyze " + stepped + " --skip-steps 2").status, 2);
    EXPECT_NE(run_mansard("analyze " + plain + " --match-clock --ceilings " + ceilings_)
                  .out.find("--match-clock rescales nothing"),
              std::string::npos);
    EXPECT_NE(run_mansard("compare " + plain + " " + plain + " --per-launch").err.find("--per-launch"),
              std::string::npos);
}

TEST_F(AnalyzeCommand, FurtherCeilingsAreOtherMachines) {
    const std::string other = scratch_.file("other.json");
    std::filesystem::copy_file(ceilings_, other);
    const Outcome outcome = run_mansard("analyze " + points_ + " --ceilings " + ceilings_ + " --ceilings " +
                                        other + " --report json=" + scratch_.file("a.json") +
                                        " --report html=" + scratch_.file("a.html"));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Under other machines' roofs"), std::string::npos) << outcome.out;
    EXPECT_NE(read_file(scratch_.file("a.html")).find("other.json"), std::string::npos);
    const Json analysis = read_document(scratch_.file("a.json"), "mansard.analysis/1", "analyze");
    ASSERT_EQ(analysis["elsewhere"].size(), 1U);
    EXPECT_EQ(analysis["elsewhere"][0]["least_seconds"].size(), 2U);
    EXPECT_EQ(analysis["elsewhere"][0]["least_seconds"][0],
              analysis["points"][0]["components"][0]["seconds"]);
}

TEST_F(AnalyzeCommand, BadCeilingsAreNamedAndNothingIsWritten) {
    const std::string good = read_file(ceilings_);
    const std::string deep(100000, '[');
    for (const auto& [path, told] : std::initializer_list<std::pair<std::string, std::string>>{
             {scratch_.file("missing.json"), "No such file"},
             {file_of("empty.json", ""), "empty"},
             {file_of("cut.json", good.substr(0, good.size() / 2)), "line "},
             {file_of("text.json", "roofs, roofs, roofs\n"), "line 1"},
             {file_of("samples.json", R"({"schema": "mansard.samples/1"})"), "mansard.ceilings/1"},
             {file_of("future.json", R"({"schema": "mansard.ceilings/9", "roofs": []})"),
              "mansard.ceilings/1"},
             {file_of("deep.json", deep), "deep"},
             {file_of("deep2.json", R"({"schema": "mansard.ceilings/1", "roofs": )" + deep), "deep"},
             {file_of("list.json", "[]"), "mansard.ceilings/1"},
             {file_of("binary.json", std::string_view("\0\1\2\3", 4)), "line 1"},
             {"/", "directory"},
         }) {
        const Outcome outcome =
            run_mansard("analyze " + points_ + " --ceilings " + path + " -o " + scratch_.file("out.json"));
        EXPECT_EQ(outcome.status, 3) << path << ": " << outcome.err;
        EXPECT_TRUE(outcome.err.starts_with("mansard: error: ")) << outcome.err;
        EXPECT_NE(outcome.err.find(path), std::string::npos) << "names the file: " << outcome.err;
        EXPECT_NE(outcome.err.find(told), std::string::npos) << path << ": " << outcome.err;
        EXPECT_NE(outcome.err.find(" To mend it: "), std::string::npos) << path << ": " << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_LT(outcome.err.size(), 1000U) << path;
        EXPECT_FALSE(exists("out.json")) << path;
    }
}

TEST_F(AnalyzeCommand, BadProfilesAreNamedAndNothingIsWritten) {
    for (const std::string& path : {scratch_.file("missing.csv"), file_of("empty.csv", ""),
                                    file_of("prose.txt", "It was a dark night.\n"),
                                    file_of("deep.json", std::string(100000, '[')), ceilings_}) {
        const Outcome outcome = run_mansard("analyze " + path + " -o " + scratch_.file("out.json"));
        EXPECT_EQ(outcome.status, 3) << path << ": " << outcome.err;
        EXPECT_NE(outcome.err.find(path), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find(" To mend it: "), std::string::npos) << path << ": " << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_FALSE(exists("out.json")) << path;
    }
}

TEST_F(AnalyzeCommand, UnknownOptionsFormatsAndKindsAreUsageErrors) {
    for (const char* arguments :
         {"--no-such-option", "--format cheese", "--from cheese", "--report cheese=x", "--report json",
          "--scope socket", "--top 0", "--draw cheese", "--chart --format json", "--chart -o a.csv",
          "--filter cheese=x", "--filter name=no-such-point", "--scope core", "--match-clock", "--force"}) {
        const Outcome outcome = run_mansard("analyze " + points_ + " " + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments << ": " << outcome.err;
        EXPECT_TRUE(outcome.err.starts_with("mansard: error: ")) << outcome.err;
        const bool helps = outcome.err.find("(see `mansard analyze --help`)") != std::string::npos ||
                           outcome.err.find(" To mend it: ") != std::string::npos;
        EXPECT_TRUE(helps) << arguments << ": " << outcome.err;
        EXPECT_EQ(outcome.out, "") << arguments;
    }
    EXPECT_EQ(run_mansard("analyze").status, 2);
    for (const char* arguments : {"no-such-command", "--no-such-option", ""}) {
        const Outcome outcome = run_mansard(arguments);
        EXPECT_EQ(outcome.status, 2) << arguments;
        EXPECT_NE(outcome.err.find(arguments), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find("Expected: one of analyze, bench, build, "), std::string::npos)
            << outcome.err;
    }
}

TEST_F(AnalyzeCommand, OptionsThatWouldDoNothingNameWhatTheyNeed) {
    for (const std::string option : {"--scope", "--match-clock", "--force"}) {
        const std::string given = option == "--scope" ? "--scope core" : option;
        const Outcome outcome = run_mansard("analyze " + points_ + " " + given);
        EXPECT_NE(outcome.err.find(option + " requires --ceilings"), std::string::npos) << outcome.err;
        EXPECT_EQ(run_mansard("analyze " + points_ + " " + given + " --ceilings " + ceilings_).status, 0)
            << option;
    }
}

TEST_F(AnalyzeCommand, OutputsThatCannotBeWrittenLeaveTheOldOnes) {
    const std::string old = file_of("old.json", "old");
    for (const std::string& place : {scratch_.file("no/such/a.json"), std::string("/dev/full"),
                                     std::string("/proc/a.json"), std::string("/")}) {
        const Outcome outcome = run_mansard("analyze " + points_ + " --format json -o " + place);
        EXPECT_EQ(outcome.status, 3) << place << ": " << outcome.err;
        EXPECT_NE(outcome.err.find(place), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(run_mansard("analyze " + points_ + " > /dev/full").status, 3);
    // A file that may not grow stands for a disk that is full.
    const Outcome full = run_shell("(ulimit -f 0; trap '' XFSZ; exec '" MANSARD_BINARY "' analyze " +
                                   points_ + " --format json -o " + old + ") 2>&1 >/dev/null | cat");
    EXPECT_NE(full.out.find(old), std::string::npos) << full.out;
    EXPECT_EQ(read_file(old), "old");
}

TEST_F(AnalyzeCommand, AnExistingNonRegularFileIsWrittenDirectly) {
    EXPECT_EQ(run_mansard("analyze " + points_ + " -o /dev/null").status, 0);
    struct stat status {};
    ASSERT_EQ(::stat("/dev/null", &status), 0);
    EXPECT_TRUE(S_ISCHR(status.st_mode));
    const std::string pipe = scratch_.file("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const Outcome outcome = run_shell("cat " + pipe + " & '" MANSARD_BINARY "' analyze " + points_ +
                                      " --format csv -o " + pipe + "; wait");
    EXPECT_NE(outcome.out.find("stream,"), std::string::npos) << outcome.out << outcome.err;
    ASSERT_EQ(::lstat(pipe.c_str(), &status), 0);
    EXPECT_TRUE(S_ISFIFO(status.st_mode)) << "never renamed over";
}

TEST_F(AnalyzeCommand, DrawsAChartThatTheTerminalCanShow) {
    const std::string analyze = "'" MANSARD_BINARY "' analyze " + points_ + " --ceilings " + ceilings_;
    const std::string braille = "\xe2\xa0", red = "\x1b[";
    // Standard output is no terminal here: 80 columns, and colour only where it is asked for.
    const Outcome utf8 = run_shell("LC_ALL=C.UTF-8 TERM=xterm " + analyze + " --chart");
    ASSERT_EQ(utf8.status, 0) << utf8.err;
    EXPECT_NE(utf8.out.find(braille), std::string::npos) << utf8.out;
    EXPECT_NE(utf8.out.find("  A solve"), std::string::npos) << utf8.out;
    EXPECT_EQ(utf8.out.find(red), std::string::npos);
    for (const char* environment :
         {"LC_ALL=C TERM=xterm", "LC_ALL=C.UTF-8 TERM=dumb", "LC_ALL= LC_CTYPE= LANG= TERM=xterm",
          "LC_ALL=POSIX LANG=C.UTF-8 TERM=xterm"}) {
        const Outcome plain = run_shell(std::string(environment) + " " + analyze + " --chart");
        EXPECT_EQ(plain.out.find(braille), std::string::npos) << environment;
        EXPECT_NE(plain.out.find("A solve"), std::string::npos) << environment;
    }
    EXPECT_NE(run_shell("LC_ALL=C.UTF-8 TERM=xterm " + analyze + " --chart --color always").out.find(red),
              std::string::npos);
    EXPECT_EQ(run_shell("NO_COLOR=1 TERM=xterm " + analyze + " --chart").out.find(red), std::string::npos);
    EXPECT_EQ(run_shell(analyze).out.find("intensity at each level"), std::string::npos) << "only on request";
}

TEST_F(AnalyzeCommand, SaysWhereNothingIsDrawnOfWhatWasAskedFor) {
    const std::string arguments = "analyze " + points_ + " --ceilings " + ceilings_ + " --draw ridges";
    const Outcome chart = run_mansard(arguments + " --chart");
    EXPECT_EQ(chart.status, 0);
    EXPECT_NE(chart.err.find("No measured ridges to draw"), std::string::npos) << chart.err;
    EXPECT_NE(run_mansard(arguments).err.find("changes charts only"), std::string::npos);
    EXPECT_EQ(run_mansard(arguments + " --quiet").err, "");
}

TEST_F(AnalyzeCommand, EveryRecordIsPlacedOrRejectedWithItsReason) {
    const std::string path = file_of("mixed.csv",
                                     "name,seconds,flops_f64,bytes_DRAM\n"
                                     "same,1,1e9,1e9\n"
                                     "same,1,1e9,1e9\n"
                                     "\"a,b\"\"c\nd\",1,1e9,1e9\n"
                                     "bad \xff byte,1,1e9,1e9\n"
                                     "no flop,1,0,1e9\n"
                                     "no byte,1,1e9,0\n"
                                     "no time,,1e9,1e9\n"
                                     "zero time,0,1e9,1e9\n"
                                     "huge,1e-300,1e300,1e9\n"
                                     "negative,-1,1e9,1e9\n"
                                     "nan,nan,1e9,1e9\n"
                                     "inf,1,inf,1e9\n"
                                     "text,1,many,1e9\n");
    const Outcome outcome =
        run_mansard("analyze " + path + " --ceilings " + ceilings_ + " --scope core --format json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json analysis = parse_json(outcome.out, "out");
    EXPECT_EQ(analysis["summary"]["in"], 13);
    EXPECT_EQ(analysis["summary"]["placed"], 9);
    EXPECT_EQ(analysis["summary"]["rejected"], 4);
    ASSERT_EQ(analysis["rejected"].size(), 4U);
    for (const Json& rejected : analysis["rejected"]) EXPECT_NE(rejected["reason"], "");
    for (const Json& point : analysis["points"]) {
        const std::string name = point["name"];
        if (name == "no time" || name == "zero time") {
            EXPECT_EQ(point["status"], "no_time") << name;
        } else if (name == "no flop") {
            EXPECT_EQ(point["status"], "placed");
        } else if (name == "no byte") {
            EXPECT_FALSE(point.contains("intensity"));
        } else if (name == "huge") {
            EXPECT_FALSE(point.contains("rate"));
            EXPECT_FALSE(point["notes"].empty());
        }
    }
    EXPECT_NE(outcome.out.find(R"(bad \\xff byte)"), std::string::npos);
}

}  // namespace
}  // namespace mansard::cli
