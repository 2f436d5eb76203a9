#include "kernels/measure/plan.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::kernels {
namespace {

const std::string good = R"({
  "name": "mine", "summary": "s", "budget_s": 5, "trial_s": 0.001, "trials": 10, "long_trials": 3,
  "long_trial_s": 0.004, "search_trials": 5, "search_rounds": 2, "finalists": 1, "min_rounds": 3,
  "max_rounds": 6, "precision": 0.02, "spread_s": 0,
  "compute": [{"isas": "widest", "dtypes": ["f64"], "ops": ["fma", "add"], "scopes": ["core"]}],
  "memory": [{"levels": ["L1", "DRAM"], "patterns": ["load"], "scopes": ["core", "device"]}]})";

/// `good` with the first `from` replaced.
std::string with(const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

Plan parse(const std::string& text) {
    return plan_from_json(parse_json(text, "mine.json"), "mine.json");
}

/// The message of the error that `text` is refused with, which must be about the input and name the file.
std::string refusal(const std::string& text) {
    try {
        parse(text);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        std::string message = error.what();
        EXPECT_NE(message.find("mine.json"), std::string::npos) << message;
        return message;
    }
    ADD_FAILURE() << "accepted: " << text;
    return {};
}

TEST(Plan, SaysWhatTheFileSays) {
    const Plan plan = parse(good);
    EXPECT_EQ(plan.name, "mine");
    EXPECT_EQ(plan.budget_s, 5);
    EXPECT_EQ(plan.trial_s, 0.001);
    EXPECT_EQ(plan.trials, 10);
    EXPECT_EQ(plan.long_trials, 3);
    EXPECT_EQ(plan.long_trial_s, 0.004);
    EXPECT_EQ(plan.search_trials, 5);
    EXPECT_EQ(plan.search_rounds, 2);
    EXPECT_EQ(plan.finalists, 1);
    EXPECT_EQ(plan.min_rounds, 3);
    EXPECT_EQ(plan.max_rounds, 6);
    EXPECT_EQ(plan.precision, 0.02);
    EXPECT_EQ(plan.spread_s, 0);
    ASSERT_EQ(plan.compute.size(), 1u);
    EXPECT_EQ(plan.compute[0].isas, IsaChoice::widest);
    EXPECT_EQ(plan.compute[0].ops, (std::vector{Op::fma, Op::add}));
    ASSERT_EQ(plan.memory.size(), 1u);
    EXPECT_EQ(plan.memory[0].levels, (std::vector{Level::L1, Level::DRAM}));
    EXPECT_EQ(plan.memory[0].scopes, (std::vector{Scope::core, Scope::device}));
}

TEST(Plan, TheEmbeddedOnesAreValidAndKeepTheProtocol) {
    std::set<std::string> names;
    for (const Plan& plan : embedded_plans()) {
        names.insert(plan.name);
        EXPECT_FALSE(plan.summary.empty());
        EXPECT_GE(plan.trial_s, 0.002) << plan.name;
        EXPECT_GE(plan.trials, 10) << plan.name;
        EXPECT_GE(plan.long_trials, 3) << plan.name;
        EXPECT_EQ(find_plan(plan.name).budget_s, plan.budget_s);
        if (plan.name != "quick") {
            EXPECT_GE(plan.min_rounds, 13) << plan.name << ": too few for an interval";
        }
    }
    EXPECT_EQ(names, (std::set<std::string>{"quick", "standard", "thorough"}));
    EXPECT_LE(find_plan("quick").budget_s, 30);
    EXPECT_LE(find_plan("standard").budget_s, 240);
    EXPECT_GE(find_plan("standard").spread_s, 60);
}

TEST(Plan, UnknownKeysAreNamedAtEveryLevel) {
    EXPECT_NE(refusal(with("\"trials\"", "\"tirals\"")).find("tirals"), std::string::npos);
    const std::string compute = refusal(with("\"isas\": \"widest\"", "\"isas\": \"widest\", \"isa\": 1"));
    EXPECT_NE(compute.find("\"isa\""), std::string::npos);
    EXPECT_NE(compute.find("compute[0]"), std::string::npos);
    EXPECT_NE(refusal(with("\"levels\"", "\"level\": 1, \"levels\"")).find("memory[0]"), std::string::npos);
}

TEST(Plan, WrongTypesAndValuesAreNamed) {
    struct Wrong {
        std::string from, to, named;
    };
    const std::vector<Wrong> wrongs{
        {"\"budget_s\": 5", "\"budget_s\": \"5\"", "budget_s"},
        {"\"budget_s\": 5", "\"budget_s\": -1", "budget_s"},
        {"\"budget_s\": 5", "\"budget_s\": 0", "budget_s"},
        {"\"budget_s\": 5", "\"budget_s\": 1e300", "budget_s"},
        {"\"budget_s\": 5,", "", "budget_s"},
        {"\"trials\": 10", "\"trials\": 2.5", "trials"},
        {"\"trials\": 10", "\"trials\": 0", "trials"},
        {"\"trials\": 10", "\"trials\": null", "trials"},
        {"\"name\": \"mine\"", "\"name\": 7", "name"},
        {"\"isas\": \"widest\"", "\"isas\": \"narrowest\"", "widest"},
        {"[\"f64\"]", "\"f64\"", "dtypes"},
        {"[\"f64\"]", "[]", "dtypes"},
        {"[\"f64\"]", "[64]", "dtypes"},
        {"\"fma\", \"add\"", "\"fma\", \"cheese\"", "fma, add, mul, mix"},
        {"[\"L1\", \"DRAM\"]", "[\"L9\"]", "L9"},
        {"\"patterns\": [\"load\"], ", "", "patterns"},
        {"\"patterns\": [\"load\"], ", "\"patterns\": [\"load\"], \"streams\": [0], ", "1 to 1024"},
        {"\"patterns\": [\"load\"], ", "\"patterns\": [\"load\"], \"streams\": [\"4\"], ", "streams"},
    };
    for (const Wrong& wrong : wrongs) {
        const std::string message = refusal(with(wrong.from, wrong.to));
        EXPECT_NE(message.find(wrong.named), std::string::npos) << wrong.to << ": " << message;
    }
    refusal("[]");
    refusal("7");
    EXPECT_NE(refusal(with("\"compute\": [", "\"compute\": [5, ")).find("compute[0]"), std::string::npos);
    EXPECT_NE(refusal(with("\"memory\": [", "\"memory\": [[], ")).find("memory[0]"), std::string::npos);
}

TEST(Plan, FewerRoundsAtMostThanAtLeastAreRefused) {
    EXPECT_NE(refusal(with("\"max_rounds\": 6", "\"max_rounds\": 2")).find("min_rounds"), std::string::npos);
    EXPECT_EQ(parse(with("\"max_rounds\": 6", "\"max_rounds\": 3")).max_rounds, 3);
}

TEST(Plan, AFileIsFoundByItsPath) {
    const cli::testing::Scratch scratch;
    write_file(scratch.file("mine.json"), good);
    EXPECT_EQ(find_plan(scratch.file("mine.json")).name, "mine");
    write_file(scratch.file("empty.json"), std::string_view());
    EXPECT_THROW(find_plan(scratch.file("empty.json")), Error);
    try {
        find_plan(scratch.file("none.json"));
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        EXPECT_NE(std::string(error.what()).find("none.json"), std::string::npos);
    }
}

TEST(Plan, AnUnknownNameListsTheKnownOnes) {
    try {
        find_plan("quik");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
        const std::string message = error.what();
        for (const char* known : {"quik", "quick", "standard", "thorough"})
            EXPECT_NE(message.find(known), std::string::npos) << message;
    }
}

}  // namespace
}  // namespace mansard::kernels
