// Analyses that the program writes satisfy the published schema, and documents with a mistake do not.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <sstream>

#include "analyzer/analyze.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "core/json.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/schemas/schema.hpp"

namespace mansard::analyzer {
namespace {

constexpr const char* folder = MANSARD_SOURCE_DIR "/tests/data/analyzer/";

Json document_of(const std::string& fixture, bool with_ceilings) {
    const std::string path = folder + fixture;
    std::vector<Profile> profiles;
    profiles.push_back(find_importer(path, "").import(path, {}));
    // Most of them are of other devices.
    const Analysis analysis =
        analyze(std::move(profiles), with_ceilings ? std::optional(testing::four_cores()) : std::nullopt,
                {.force = true});
    std::ostringstream out;
    find_reporter("json").write(analysis, {}, out);
    return parse_json(out.str(), fixture);
}

TEST(AnalysisSchema, AcceptsWhatIsWritten) {
    int formats = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string fixture = entry.path().filename();
        for (const bool with_ceilings : {false, true})
            EXPECT_EQ(schema_faults("analysis", document_of(fixture, with_ceilings)), "") << fixture;
        ++formats;
    }
    EXPECT_GT(formats, 30);
}

TEST(AnalysisSchema, RefusesMistakes) {
    const std::vector<std::function<void(Json&)>> mistakes{
        [](Json& d) { d["schema"] = "mansard.analysis/2"; },
        [](Json& d) { d.erase("points"); },
        [](Json& d) { d["surprise"] = 1; },
        [](Json& d) { d["summary"].erase("in"); },
        [](Json& d) { d["points"][0]["status"] = "lost"; },
        [](Json& d) { d["points"][0]["seconds"] = -1; },
        [](Json& d) { d["points"][0]["rate"] = nullptr; },
        [](Json& d) { d["points"][0]["flops"]["f65"] = 1; },
        [](Json& d) { d["points"][0]["bytes"]["L9"] = 1; },
        [](Json& d) { d["points"][0]["components"][0]["roof"] = 0; },
        [](Json& d) { d["roofs"][0]["ids"] = Json::array(); },
        [](Json& d) { d["findings"][0].erase("remedy"); },
        [](Json& d) { d["context"]["scope"] = "socket"; }};
    const Json good = document_of("workloads.csv", true);
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        Json bad = good;
        mistakes[i](bad);
        EXPECT_NE(schema_faults("analysis", bad), "") << "mistake " << i;
    }
}

}  // namespace
}  // namespace mansard::analyzer
