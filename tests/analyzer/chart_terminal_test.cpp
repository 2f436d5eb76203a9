// The chart in characters: its width, its alphabet, and that every point is accounted for.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "analyzer/chart/raster.hpp"
#include "analyzer/chart/terminal.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "core/utf8.hpp"
#include "tests/data/chart/sample_analysis.hpp"

namespace mansard::analyzer {
extern const ReporterDesc text_reporter;
namespace chart {
namespace {

std::string joined(const TerminalChart& chart) {
    std::string text;
    for (const auto* part : {&chart.lines, &chart.notes})
        for (const std::string& line : *part) text += line + "\n";
    return text;
}

bool is_ascii(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); });
}

/// Filled cells of the plot: the lines above the axis, right of the frame.
std::size_t letters_in(const TerminalChart& chart, std::string_view frame) {
    std::size_t count = 0;
    for (const std::string& line : chart.lines) {
        const std::size_t at = line.find(frame);
        if (at == std::string::npos) continue;
        count +=
            static_cast<std::size_t>(std::count_if(line.begin() + static_cast<std::ptrdiff_t>(at), line.end(),
                                                   [](char c) { return c >= 'A' && c <= 'Z'; }));
    }
    return count;
}

TEST(TerminalChart, IsNeverWiderThanItsColumns) {
    for (const std::size_t columns : {1U, 40U, 79U, 80U, 120U, 160U, 100000U})
        for (const bool unicode : {true, false})
            for (const Analysis& analysis :
                 {sample::workloads(), sample::many(1), sample::many(1000), sample::analysis_of({})}) {
                const TerminalChart chart =
                    draw_terminal(analysis, 1000, {.columns = columns, .unicode = unicode});
                const std::size_t most = std::clamp(columns, fewest_terminal_columns, most_terminal_columns);
                for (const std::string& line : chart.lines) {
                    EXPECT_EQ(escape_invalid_utf8(line), line);
                    EXPECT_LE(display_width(line), most) << line;
                }
                EXPECT_EQ(chart.keys.size(), analysis.points.size());
            }
}

TEST(TerminalChart, HoldsNothingButAsciiWithoutUnicode) {
    Analysis analysis = sample::workloads();
    for (UsedRoof& used : analysis.roofs) used.name += " … \xc3\xa9", used.low = used.high / 2;
    for (PlacedPoint& placed : analysis.points) placed.point.name = "\x1b[31m日本";
    const std::string text = joined(draw_terminal(analysis, 20, {.unicode = false}, {.ridges = true}));
    EXPECT_TRUE(is_ascii(text)) << text;
    EXPECT_NE(text.find("..."), std::string::npos) << text;
}

TEST(TerminalChart, IsInOneColourUnlessAsked) {
    const Analysis analysis = sample::workloads();
    EXPECT_EQ(joined(draw_terminal(analysis, 20, {})).find('\x1b'), std::string::npos);
    std::string colored = joined(draw_terminal(analysis, 20, {.color = true}));
    const std::string plain = joined(draw_terminal(analysis, 20, {}));
    // Without the sequences it is the same chart.
    for (std::size_t at = colored.find('\x1b'); at != std::string::npos; at = colored.find('\x1b', at))
        colored.erase(at, colored.find('m', at) - at + 1);
    EXPECT_EQ(colored, plain);
}

TEST(TerminalChart, NamesEveryRoofWithValueUnitAndRidge) {
    const std::string text = joined(draw_terminal(sample::workloads(), 20, {}));
    for (const char* words : {"f64 fma avx2, 1 core", "49.0 GFLOP/s [48.3, 49.6]", "DRAM load, 1 core",
                              "19.7 GB/s [19.4, 19.9]", "ridge 2.49 FLOP/B"})
        EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
}

TEST(TerminalChart, HasALetterForEachPointThatHasAPlace) {
    const TerminalChart chart = draw_terminal(sample::workloads(), 20, {.unicode = false});
    const std::set<std::string> keys(chart.keys.begin(), chart.keys.end());
    EXPECT_EQ(keys, (std::set<std::string>{"A", "B", "C", "D", "E", "F", "-"}));
    EXPECT_EQ(std::count(chart.keys.begin(), chart.keys.end(), "-"), 2);
    EXPECT_NE(joined(chart).find("Not on the chart: 1 with 0 FLOP, 1 with no time."), std::string::npos)
        << joined(chart);
}

TEST(TerminalChart, SaysWhoseLetterIsHidden) {
    const std::vector<PlacedPoint> points(3, sample::point("the same", 1, 1e9, {0, 0, 0, 1e9}));
    const TerminalChart chart = draw_terminal(sample::analysis_of(points), 20, {.unicode = false});
    EXPECT_NE(joined(chart).find("In one place: A (with B, C)."), std::string::npos) << joined(chart);
}

TEST(TerminalChart, MarksWhatLiesBeyondTheAxes) {
    Analysis usual = sample::workloads();
    std::vector<PlacedPoint> points(usual.points.begin(), usual.points.end());
    points.push_back(sample::point("far left", 0.2, 1e9, {0, 0, 0, 1e18}));
    points.push_back(sample::point("far right", 0.1, 1e9, {0, 0, 0, 1}));
    const TerminalChart chart = draw_terminal(sample::analysis_of(points), 20, {.unicode = false});
    const std::string text = joined(chart);
    EXPECT_NE(text.find("Beyond the axes, at the edge with an arrow: "), std::string::npos) << text;
    EXPECT_NE(text.find(" <"), std::string::npos) << text;
    EXPECT_NE(text.find(">\n"), std::string::npos) << text;
}

TEST(TerminalChart, CountsPointsPastTheAlphabet) {
    const TerminalChart chart = draw_terminal(sample::many(1000), 1000, {.unicode = false});
    EXPECT_EQ(chart.keys[51], "z");
    EXPECT_EQ(chart.keys[52], "*");
    EXPECT_EQ(chart.keys[999], "*");
    EXPECT_NE(joined(chart).find("without a letter"), std::string::npos) << joined(chart);
    EXPECT_GT(letters_in(chart, " |"), 10U);
}

TEST(TerminalChart, StandsAboveATableWithItsLetters) {
    std::ostringstream with, without;
    const Analysis analysis = sample::workloads();
    text_reporter.write(analysis, {.width = 120, .chart = TerminalStyle{.unicode = false}}, with);
    text_reporter.write(analysis, {.width = 120}, without);
    EXPECT_NE(with.str().find("\n  A matmul naive/1024 "), std::string::npos) << with.str();
    EXPECT_LT(with.str().find("FLOP/B, the intensity"), with.str().find("\n  A matmul naive/1024 "));
    EXPECT_EQ(without.str().find("FLOP/B, the intensity"), std::string::npos);
    EXPECT_NE(without.str().find("\n  matmul naive/1024 "), std::string::npos) << without.str();
}

TEST(Raster, JoinsDotsOfACellAndKeepsWhatWasPut) {
    Raster raster(3, 1, true);
    raster.put(1, 0, "X");
    raster.draw({0, 0, raster.dots().x1, 0}, {});
    raster.draw({0, 3, 1, 3}, {});
    EXPECT_EQ(raster.row(0, false), "⣉X⠉");
    raster.put(7, 7, "Y");
    EXPECT_TRUE(raster.is_taken(1, 0));
    EXPECT_FALSE(raster.is_taken(2, 0));
    EXPECT_FALSE(raster.is_empty(2, 0));
}

TEST(Raster, DrawsWithOneCharacterACellWithoutUnicode) {
    Raster raster(5, 2, false);
    raster.draw({0, 1, 4, 0}, {.color = "32", .mark = '+'});
    EXPECT_EQ(raster.row(0, false), "   ++");
    EXPECT_EQ(raster.row(1, true), "\x1b[32m+++  \x1b[0m");
}

}  // namespace
}  // namespace chart
}  // namespace mansard::analyzer
