// Roofs of other tools' files that do not say of how many cores they are: no invented multiples, no mixture.
#include <gtest/gtest.h>

#include <map>

#include "analyzer/analyze.hpp"
#include "ceilings/importers/importer.hpp"
#include "ceilings/show.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/scratch.hpp"

namespace mansard::analyzer {
namespace {

ceilings::Ceilings imported(const std::string& tool, std::string_view content) {
    const mansard::testing::Scratch scratch;
    write_file(scratch.file("roofs"), content);
    return ceilings::find_ceilings_importer(tool).import(scratch.file("roofs"));
}

constexpr std::string_view advisor_both =
    "L1 Bandwidth (single-threaded)\t200000000000\tmemory\n"
    "L1 Bandwidth\t3200000000000\tmemory\n"
    "DRAM Bandwidth (single-threaded)\t15000000000\tmemory\n"
    "DRAM Bandwidth\t120000000000\tmemory\n"
    "DP Vector FMA Peak (single-threaded)\t50000000000\tcompute\n"
    "DP Vector FMA Peak\t800000000000\tcompute\n";

/// The roof of each component of a point of so many threads.
std::map<std::string, double> roofs_of(const ceilings::Ceilings& ceilings, std::optional<int> threads,
                                       std::string* notes = nullptr) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .records = 1};
    profile.points.push_back(
        {.name = "k",
         .threads = threads,
         .seconds = 1,
         .flops = {{.dtype = Dtype::f64, .count = 1e9}},
         .bytes = {{.level = Level::L1, .count = 1e9}, {.level = Level::DRAM, .count = 1e9}}});
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    const Analysis analysis = analyze(std::move(profiles), ceilings, {});
    if (notes != nullptr)
        for (const Note& note : analysis.notes) *notes += note.code + " ";
    std::map<std::string, double> roofs;
    for (const Component& component : analysis.points.at(0).components)
        if (component.roof) roofs[std::string(component.name())] = *component.roof / 1e9;
    return roofs;
}

using Roofs = std::map<std::string, double>;

TEST(UncountedCores, ScaleFromOneCoreUpToTheDevice) {
    const ceilings::Ceilings ceilings = imported("advisor", advisor_both);
    std::string notes, of_one;
    EXPECT_EQ(roofs_of(ceilings, 1, &of_one), (Roofs{{"compute", 50}, {"L1", 200}, {"DRAM", 15}}));
    EXPECT_EQ(of_one.find("cores_unknown"), std::string::npos);
    EXPECT_EQ(roofs_of(ceilings, 2, &notes), (Roofs{{"compute", 100}, {"L1", 400}, {"DRAM", 30}}));
    EXPECT_NE(notes.find("cores_unknown"), std::string::npos) << notes;
    const Roofs device{{"compute", 800}, {"L1", 3200}, {"DRAM", 120}};
    for (const std::optional<int> threads : {std::optional<int>(), std::optional(16), std::optional(64)})
        EXPECT_EQ(roofs_of(ceilings, threads), device);
    EXPECT_EQ(roofs_of(ceilings, 8), (Roofs{{"compute", 400}, {"L1", 1600}, {"DRAM", 120}}));
}

TEST(UncountedCores, TheFileSaysSoAndNothingInventsANumber) {
    const ceilings::Ceilings ceilings = imported("advisor", advisor_both);
    const std::string text = show(ceilings, ceilings::Format::text);
    EXPECT_NE(text.find("an unknown number of cores"), std::string::npos) << text;
    EXPECT_NE(text.find("cpu compute, all cores"), std::string::npos) << text;
    EXPECT_EQ(text.find("2 cores"), std::string::npos) << text;
    const Json file = to_json(ceilings);
    for (const Json& roof : file["roofs"])
        EXPECT_EQ(roof["threads"].is_null(), roof["scope"] == "device") << roof.dump();
    EXPECT_EQ(ceilings::ceilings_from_json(file, "again").roofs.size(), ceilings.roofs.size());
}

TEST(UncountedCores, WhatLacksOneOfTheTwoHasNoRoofOfOtherThreads) {
    const ceilings::Ceilings ceilings =
        imported("advisor", std::string(advisor_both.substr(0, advisor_both.find("L1 Bandwidth\t"))) +
                                std::string(advisor_both.substr(advisor_both.find("DRAM Bandwidth ("))));
    EXPECT_EQ(roofs_of(ceilings, 2), (Roofs{{"compute", 100}, {"DRAM", 30}}));
    EXPECT_EQ(roofs_of(ceilings, 1), (Roofs{{"compute", 50}, {"L1", 200}, {"DRAM", 15}}));
}

TEST(UncountedCores, OneKnownStandsForAllAndIsToldOf) {
    const ceilings::Ceilings one = imported("ert", "  50.00 GFLOPs\n\n 200.0 L1\n 20.0 DRAM\nMETA_DATA\n");
    EXPECT_TRUE(one.machine.cpus_used.empty());
    for (const std::optional<int> threads : {std::optional<int>(), std::optional(1), std::optional(16)}) {
        std::string notes;
        EXPECT_EQ(roofs_of(one, threads, &notes), (Roofs{{"compute", 50}, {"L1", 200}, {"DRAM", 20}}));
        EXPECT_EQ(notes.find("one_core_assumed") == std::string::npos, threads == 1) << notes;
    }
    const ceilings::Ceilings all =
        imported("advisor",
                 "L1 Bandwidth\t3200000000000\tmemory\nDRAM Bandwidth\t120000000000\tmemory\n"
                 "DP Vector FMA Peak\t800000000000\tcompute\n");
    for (const std::optional<int> threads : {std::optional<int>(), std::optional(1), std::optional(16)}) {
        std::string notes;
        EXPECT_EQ(roofs_of(all, threads, &notes), (Roofs{{"compute", 800}, {"L1", 3200}, {"DRAM", 120}}));
        EXPECT_EQ(notes.find("all_cores_assumed") != std::string::npos, threads.has_value()) << notes;
    }
}

TEST(UncountedCores, ThreadsBeyondTheCountedCoresScaleNothing) {
    const ceilings::Ceilings one =
        imported("ert", "  50.00 GFLOPs\n\n 200.0 L1\n 20.0 DRAM\nMETA_DATA\nOPENMP_THREADS 1\n");
    EXPECT_EQ(one.machine.cpus_used.size(), 1U);
    for (const std::optional<int> threads : {std::optional<int>(), std::optional(1), std::optional(16)})
        EXPECT_EQ(roofs_of(one, threads), (Roofs{{"compute", 50}, {"L1", 200}, {"DRAM", 20}}));
}

}  // namespace
}  // namespace mansard::analyzer
