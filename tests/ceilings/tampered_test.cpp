// Ceilings files that were changed by hand: what no calibration writes must not pass for a measurement.
#include <gtest/gtest.h>

#include <functional>

#include "ceilings/build.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"
#include "tests/scratch.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Json sound() {
    return to_json(build(samples_of({series_of(compute_target(), std::vector<double>(13, 40e9)),
                                     series_of(memory_target(Level::L2), ranks(5, 1e9)),
                                     series_of(latency_target(Level::L1), ranks(13, 1e-9))})));
}

/// What reading the file says after `change`; nothing if it takes it.
std::string refusal(const std::function<void(Json& document)>& change) {
    Json document = sound();
    change(document);
    try {
        const mansard::testing::Scratch scratch;
        write_file(scratch.file("c.json"), to_text(document));
        read_ceilings(scratch.file("c.json"));
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        return error.what();
    }
    return {};
}

void expect_told(const std::function<void(Json& document)>& change, const std::vector<std::string>& parts) {
    const std::string told = refusal(change);
    for (const std::string& part : parts)
        EXPECT_NE(told.find(part), std::string::npos) << part << "\n" << told;
}

TEST(Tampered, WhatIsSoundIsRead) {
    EXPECT_EQ(refusal([](Json&) {}), "");
}

TEST(Tampered, AFileWithoutRoofsIsRefused) {
    expect_told([](Json& file) { file["roofs"] = nullptr; }, {"c.json", "\"roofs\" is null", "a list"});
    expect_told([](Json& file) { file["roofs"] = Json::object(); }, {"\"roofs\" is object"});
    expect_told([](Json& file) { file["roofs"] = Json::array(); }, {"no roof was measured", "To mend it: "});
}

TEST(Tampered, ARoofsUnitFollowsFromWhatItMeasures) {
    expect_told([](Json& file) { file["roofs"][0]["unit"] = "m"; },
                {"roofs[0]", "\"unit\" is \"m\"", "FLOP/s"});
    expect_told([](Json& file) { file["roofs"][1]["unit"] = "FLOP/s"; }, {"roofs[1]", "\"B/s\""});
}

TEST(Tampered, NobodyMeasuresWithNoThread) {
    for (const int threads : {0, -3})
        expect_told([=](Json& file) { file["roofs"][0]["threads"] = threads; },
                    {"roofs[0]", "\"threads\" is " + std::to_string(threads), "threads >= 1"});
    expect_told([](Json& file) { file["roofs"][0]["samples"] = -1; }, {"\"samples\" is -1"});
}

TEST(Tampered, AnIntervalHoldsItsValue) {
    expect_told([](Json& file) { file["roofs"][0]["ci95"] = {41e9, 39e9}; }, {"roofs[0]", "\"ci95\" is [4"});
    expect_told([](Json& file) { file["roofs"][0]["ci95"] = {80e9, 90e9}; }, {"does not hold the value 4"});
    expect_told([](Json& file) { file["roofs"][0]["ci95"] = {-1, 90e9}; }, {"0 < low"});
    expect_told([](Json& file) { file["roofs"][1]["range"] = {1e9, 2e9}; }, {"roofs[1]", "\"range\""});
    EXPECT_EQ(refusal([](Json& file) { file["roofs"][0]["ci95"] = {39e9, 41e9}; }), "");
}

TEST(Tampered, TheKeyThatIsWrongIsNamed) {
    expect_told([](Json& file) { file["context"] = Json::array(); },
                {"c.json, context", "array stands where \"plan\" is looked for", "To mend it: "});
    expect_told([](Json& file) { file.erase("context"); }, {"\"context\" is missing", "To mend it: "});
}

}  // namespace
}  // namespace mansard::ceilings
