// mansard calibrate's mistakes, all found before anything is measured, and told in one paragraph.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

class CalibrateCommand : public ::testing::Test {
  protected:
    Outcome calibrate(const std::string& arguments) {
        return run_mansard("calibrate -o " + ceilings() + " " + arguments);
    }
    std::string ceilings() const { return scratch_.file("c.json"); }
    bool nothing_written() const {
        return std::filesystem::is_empty(std::filesystem::path(ceilings()).parent_path());
    }
    const Scratch scratch_;
};

struct Mistake {
    const char* arguments;
    int status;
    const char* told;  ///< a part of the message
};

TEST_F(CalibrateCommand, MistakesAreToldBeforeAnythingIsMeasured) {
    for (const Mistake& mistake : {
             Mistake{"--no-such-option", 2, "--no-such-option"},
             Mistake{"--plan no-such-plan", 2, "standard"},
             Mistake{"--filter kernel=no_such_kernel", 2, "no_such_kernel"},
             Mistake{"--filter cheese=load", 2, "pattern"},
             Mistake{"--filter level", 2, "KEY=VALUE"},
             Mistake{"--budget 0", 2, "--budget"},
             Mistake{"--budget nan", 2, "--budget"},
             Mistake{"--device toaster", 2, "toaster"},
             Mistake{"--device cuda:", 2, "cuda:N"},
             Mistake{"--device cuda", 5, "--device cpu"},
         }) {
        const Outcome outcome = calibrate(mistake.arguments);
        EXPECT_EQ(outcome.status, mistake.status) << mistake.arguments << ": " << outcome.err;
        EXPECT_TRUE(outcome.err.starts_with("mansard: error: ")) << outcome.err;
        EXPECT_NE(outcome.err.find(mistake.told), std::string::npos)
            << mistake.arguments << ": " << outcome.err;
        const bool helps = outcome.err.find("(see `mansard calibrate --help`)") != std::string::npos ||
                           outcome.err.find(" To mend it: ") != std::string::npos;
        EXPECT_TRUE(helps) << mistake.arguments << ": " << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_TRUE(nothing_written()) << mistake.arguments;
    }
}

TEST_F(CalibrateCommand, APlanFileIsChecked) {
    const Scratch plans;
    const auto refused = [&](std::string_view content, const std::string& told) {
        write_file(plans.file("plan.json"), content);
        const Outcome outcome = calibrate("--plan " + plans.file("plan.json"));
        EXPECT_EQ(outcome.status, 3) << outcome.err;
        EXPECT_NE(outcome.err.find(plans.file("plan.json")), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find(told), std::string::npos) << outcome.err;
        EXPECT_TRUE(nothing_written());
    };
    refused("", "JSON");
    refused(R"({"name": "cut", "summ)", "line 1");
    refused(std::string(100000, '['), "deep");
    refused(R"({"name": "p", "cheese": 1})", "cheese");
}

TEST_F(CalibrateCommand, AnOutputThatCannotBeWrittenIsToldBeforeMeasuring) {
    const std::string samples = " --samples " + scratch_.file("s.json");
    for (const std::string& place : {scratch_.file("no/such/c.json"), std::string("/proc/c.json"),
                                     std::filesystem::path(ceilings()).parent_path().string()}) {
        for (const std::string& arguments :
             {"-o " + place + samples, "-o " + ceilings() + " --samples " + place}) {
            const Outcome outcome = run_mansard("calibrate " + arguments);
            EXPECT_EQ(outcome.status, 3) << arguments << ": " << outcome.err;
            EXPECT_NE(outcome.err.find(place), std::string::npos) << outcome.err;
            EXPECT_TRUE(nothing_written()) << arguments;
        }
    }
}

}  // namespace
}  // namespace mansard::cli
