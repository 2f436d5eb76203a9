// The chart of a comparison: an arrow for each pair, told by its verdict, hollow dots for what has no
// partner.
#include "analyzer/compare/chart.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <utility>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/svg_writer.hpp"
#include "analyzer/compare/chart_pairs.hpp"
#include "analyzer/compare/names.hpp"
#include "analyzer/compare/terminal_chart.hpp"
#include "analyzer/verdicts/verdict.hpp"
#include "core/utf8.hpp"
#include "tests/analyzer/scene_checks.hpp"
#include "tests/data/chart/sample_comparison.hpp"

namespace mansard::analyzer {
namespace {

using namespace chart::testing_scenes;
using chart::Marker;
using chart::MarkerShape;
using chart::Scene;

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

std::vector<Marker> marked(const Scene& scene, std::string_view words) {
    std::vector<Marker> found;
    for (const Marker& marker : scene.markers)
        if (marker.tip.find(words) != std::string::npos) found.push_back(marker);
    return found;
}

/// Arrow heads between the axes, of full size.
std::vector<Marker> heads(const Scene& scene) {
    std::vector<Marker> found;
    for (const Marker& marker : scene.markers)
        if (marker.shape == MarkerShape::arrow && marker.tip.empty() && marker.opacity == 1 &&
            marker.y < scene.plot.y1)
            found.push_back(marker);
    return found;
}

TEST(CompareChart, EveryPairIsTwoDotsJoinedByAnArrowInTheHueOfItsVerdict) {
    const Comparison comparison = sample::changed();
    const Scene scene = lay_out_comparison(comparison, all);
    expect_inside(scene);
    EXPECT_EQ(overlaps(labels_of(scene)), 0U);
    const std::vector<Marker> dots = marked(scene, ". matmul: tiling");
    // Four levels, two dots each.
    ASSERT_EQ(dots.size(), 8U);
    for (const Marker& dot : dots) EXPECT_EQ(dot.paint.css, "blue");
    const Marker &before = dots[6], &after = dots[7];
    EXPECT_LT(before.opacity, after.opacity);
    EXPECT_GT(after.x, before.x) << "more work for each byte";
    EXPECT_LT(after.y, before.y) << "faster is higher";
    EXPECT_TRUE(before.filled && after.filled);
    // matmul, stencil, the fusion, horner and reverse; sum stays where it was.
    EXPECT_EQ(heads(scene).size(), 5U);
    for (const char* words : {"matmul: tiling", "stencil: tiling", "horner: vectorization", "sum: no_change",
                              "reverse: regression", "0.0274 × the time · tiling · L3 → compute"})
        EXPECT_TRUE(shows(scene, words)) << words;
}

TEST(CompareChart, PointsWithoutAPartnerAreHollow) {
    const Scene scene = lay_out_comparison(sample::changed(), all);
    for (const char* words : {"retired, only before", "introduced, only after"}) {
        const auto dots = marked(scene, words);
        ASSERT_EQ(dots.size(), 1U) << words;
        EXPECT_FALSE(dots[0].filled);
    }
    for (const char* words :
         {"hollow, grey: only before", "hollow, black: only after", "0 FLOP; 0.917 × the time"})
        EXPECT_TRUE(shows(scene, words)) << words;
}

TEST(CompareChart, RoofsOfBothSidesAreThereAndLeaveColoursToVerdicts) {
    const Comparison comparison = sample::changed();
    const auto roofs = comparison_roofs(comparison, all);
    const auto has = [&](std::string_view name) {
        return std::any_of(roofs.begin(), roofs.end(), [&](const auto& roof) { return roof.brief == name; });
    };
    EXPECT_TRUE(has("L3 load")) << "what bound matmul before";
    EXPECT_TRUE(has("f64 fma avx2")) << "what bounds it after";
    for (const auto& roof : roofs) EXPECT_TRUE(roof.plain);
}

TEST(CompareChart, NoTwoVerdictsLookAlike) {
    std::set<std::pair<std::string_view, std::string_view>> looks;
    for (const VerdictDesc* verdict : verdicts()) looks.insert({verdict->hue.css, verdict->dash});
    EXPECT_EQ(looks.size(), verdicts().size());
}

TEST(CompareChart, IsTheSameEveryTime) {
    EXPECT_EQ(to_svg(lay_out_comparison(sample::changed(), 20)),
              to_svg(lay_out_comparison(sample::changed(), 20)));
}

TEST(CompareChart, ManyPairsStayInside) {
    for (const std::size_t count : {1U, 12U, 13U, 100U}) {
        const Scene scene = lay_out_comparison(sample::many_pairs(count), all);
        expect_inside(scene);
        EXPECT_EQ(overlaps(labels_of(scene)), 0U) << count;
    }
    EXPECT_TRUE(shows(lay_out_comparison(sample::many_pairs(100), 40), "The 40 longest of 100 pairs."));
}

TEST(CompareChart, NumbersBeyondReasonStayInside) {
    std::vector<PlacedPoint> before, after;
    for (const auto& [name, flops, bytes] :
         {std::tuple("tiny", 1e-30, 1e30), {"huge", 1e60, 1e-3}, {"usual", 1e9, 1e9}, {"other", 2e9, 1e9}}) {
        before.push_back(sample::point(name, 1, flops, {0, 0, 0, bytes}));
        after.push_back(sample::point(name, 0.5, flops, {0, 0, 0, bytes}));
    }
    const Comparison comparison = compare(sample::from("b", before), sample::from("a", after), {});
    const Scene scene = lay_out_comparison(comparison, all);
    expect_inside(scene);
    EXPECT_EQ(to_svg(scene).find("nan"), std::string::npos);
    EXPECT_TRUE(shows(scene, "beyond the axes"));
}

TEST(CompareChart, NamesAreText) {
    const Comparison comparison =
        compare(sample::from("b", {sample::point("<script>x</script>\x1b", 1, 1e9, {0, 0, 0, 1e9})}),
                sample::from("a", {sample::point("<script>x</script>\x1b", 0.5, 1e9, {0, 0, 0, 1e9})}), {});
    const std::string svg = to_svg(lay_out_comparison(comparison, all));
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_EQ(svg.find('\x1b'), std::string::npos);
}

TEST(CompareTerminalChart, KeepsToItsColumnsAndCharacters) {
    const Comparison comparison = sample::changed();
    for (const bool unicode : {true, false}) {
        const auto chart = draw_terminal_comparison(comparison, all, {.columns = 80, .unicode = unicode});
        EXPECT_EQ(chart.keys, (std::vector<std::string>{"A", "B", "C", "D", "E", "-", "F"}));
        std::string drawn;
        for (const std::string& line : chart.lines) {
            EXPECT_LE(display_width(line), 80U) << line;
            drawn += line + '\n';
        }
        for (const std::string& note : chart.notes) drawn += note;
        for (const char* key : {"A", "B", "C", "D", "E", "F"}) EXPECT_NE(drawn.find(key), std::string::npos);
        EXPECT_NE(drawn.find("2 points without a partner"), std::string::npos);
        EXPECT_EQ(drawn.find('\x1b'), std::string::npos);
        if (unicode) continue;
        for (const char c : drawn) EXPECT_LT(static_cast<unsigned char>(c), 0x80) << drawn;
    }
}

TEST(PairNames, ShowWhatDiffers) {
    EXPECT_EQ(pair_name("k", "k", 40), "k");
    EXPECT_EQ(pair_name("k_d4", "k_d1", 40), "k_d4 → k_d1");
    const std::string name =
        pair_name("a_very_long_name_of_a_kernel_m64_d4_and_its_arguments(float*, float*)",
                  "a_very_long_name_of_a_kernel_m64_d1_and_its_arguments(float*, float*)", 20);
    EXPECT_NE(name.find("d4_"), std::string::npos) << name;
    EXPECT_NE(name.find("d1_"), std::string::npos) << name;
    EXPECT_LE(display_width(name), 43U);
    EXPECT_EQ(pair_name("", "x", 20), " → x");
    EXPECT_EQ(pair_name("\x1b[31m", "b", 20), "\\x1b[31m → b");
}

}  // namespace
}  // namespace mansard::analyzer
