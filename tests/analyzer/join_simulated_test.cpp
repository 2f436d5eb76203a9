#include "analyzer/join_simulated.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

constexpr double first = 32768;

Point timed(const std::string& name, double calls) {
    Point point{.name = name, .calls = calls, .seconds = 1};
    point.flops.push_back({.dtype = Dtype::f64, .count = 1e9});
    return point;
}

/// A function with so many bytes from L2 and from DRAM.
Point simulated(const std::string& name, double from_l2, double from_memory) {
    Point point{.name = name};
    for (const auto& [level, bytes] : {std::pair(Level::L2, from_l2), std::pair(Level::DRAM, from_memory)})
        point.bytes.push_back(
            {.level = level, .basis = Basis::traffic, .how = How::simulated, .read = bytes, .count = bytes});
    return point;
}

Profile profile_of(const std::string& format, std::vector<Point> points, double last = 0) {
    Profile profile{.source = format + ".out", .format = format, .records = points.size()};
    for (Point& point : points) profile.points.push_back(std::move(point));
    if (last > 0)
        profile.caches = {{.level = Level::L1, .bytes = first, .source = "cachegrind"},
                          {.level = Level::L3, .bytes = last, .source = "cachegrind"}};
    return profile;
}

/// Joins, and checks that one profile is left and no record is lost.
Profile joined(std::vector<Profile> profiles, const SimulationOptions& options = {}) {
    std::size_t before = 0;
    for (const Profile& profile : profiles) before += profile.records;
    join_simulations(profiles, options);
    EXPECT_EQ(profiles.size(), 1u);
    std::size_t after = profiles.at(0).rejected.size();
    for (const Point& point : profiles[0].points) after += point.records;
    EXPECT_EQ(after, profiles[0].records);
    EXPECT_EQ(after, before);
    return std::move(profiles[0]);
}

std::vector<Profile> pair(std::vector<Point> times, std::vector<Point> functions) {
    std::vector<Profile> profiles;
    profiles.push_back(profile_of("google-benchmark", std::move(times)));
    profiles.push_back(profile_of("cachegrind", std::move(functions), 8388608));
    return profiles;
}

std::string refusal(std::vector<Profile> profiles, const SimulationOptions& options) {
    try {
        join_simulations(profiles, options);
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
        return error.what();
    }
    return {};
}

TEST(JoinSimulated, BytesOfTheSimulatedCallsGoWithTheTimedOnes) {
    const Profile profile =
        joined(pair({timed("matmul_tiled/n:256/real_time", 10)},
                    {simulated("mansard::examples::matmul_tiled(benchmark::State&)", 4000, 200),
                     simulated("main", 7, 7)}),
               {.calls = 2});
    const Point& point = profile.points.at(0);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L2)->count, 20000);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM)->read, 1000);
    EXPECT_EQ(bytes_at(point, Level::L2)->how, How::simulated);
    EXPECT_FALSE(bytes_at(point, Level::L2)->at_least) << "what was simulated is all that is claimed";
    EXPECT_EQ(bytes_at(point, Level::L3), nullptr);
    EXPECT_DOUBLE_EQ(*point.seconds, 1);
    EXPECT_EQ(point.records, 2u);
    EXPECT_TRUE(says(point, "lines written back are not simulated, and not among them"));
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "main");
    EXPECT_EQ(codes(profile.notes), "simulation_joined");
    EXPECT_NE(profile.notes[0].text.find("\"main\" 0.2 %"), std::string::npos) << profile.notes[0].text;
}

TEST(JoinSimulated, WithoutCallsOneIsAssumedAndSaid) {
    const Profile profile = joined(pair({timed("copy", 3)}, {simulated("copy", 100, 10)}));
    EXPECT_DOUBLE_EQ(bytes_at(profile.points.at(0), Level::L2)->count, 300);
    EXPECT_EQ(bytes_at(profile.points[0], Level::L2)->how, How::assumed);
    EXPECT_EQ(codes(profile.notes), "simulation_joined calls_assumed");
}

TEST(JoinSimulated, TwoLastCachesAreAHierarchy) {
    std::vector<Profile> profiles = pair({timed("f", 1)}, {simulated("f(int)", 1000, 100)});
    profiles.push_back(profile_of("cachegrind", {simulated("f(int)", 1000, 500)}, 524288));
    const Profile profile = joined(std::move(profiles), {.calls = 1});
    const Point& point = profile.points.at(0);
    ASSERT_EQ(point.bytes.size(), 3u);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L2)->count, 1000);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L3)->count, 500);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM)->count, 100);
    EXPECT_EQ(point.bytes[1].level, Level::L3);
    // The smaller one played L2.
    EXPECT_NE(profile.notes.at(0).text.find("L1 32 KiB, L2 512 KiB, L3 8 MiB"), std::string::npos)
        << profile.notes[0].text;
}

TEST(JoinSimulated, TwoRunsThatNothingTellsApartAreNotJoined) {
    std::vector<Profile> profiles = pair({timed("f", 1)}, {simulated("f(int)", 1000, 100)});
    profiles.push_back(profile_of("cachegrind", {simulated("f(int)", 900, 90)}, 8388608));
    const Profile profile = joined(std::move(profiles));
    EXPECT_TRUE(profile.points.at(0).bytes.empty());
    EXPECT_TRUE(says(profile.points[0], "2 simulations"));
    EXPECT_EQ(profile.notes.at(0).severity, Severity::warning);
}

TEST(JoinSimulated, CountedBytesStayAndModelledOnesGiveWay) {
    Point point = timed("f", 1);
    point.bytes.push_back(
        {.level = Level::L2, .basis = Basis::traffic, .how = How::modelled, .read = 5, .count = 9});
    point.bytes.push_back({.level = Level::DRAM, .basis = Basis::traffic, .how = How::counted, .count = 7});
    std::vector<Point> times;
    times.push_back(std::move(point));
    const Profile profile = joined(pair(std::move(times), {simulated("f", 1000, 100)}), {.calls = 1});
    const Point& both = profile.points.at(0);
    EXPECT_DOUBLE_EQ(bytes_at(both, Level::L2)->count, 1000);
    EXPECT_DOUBLE_EQ(bytes_at(both, Level::DRAM)->count, 7);
    EXPECT_TRUE(says(both, "L2 bytes: 1.00 kB simulated take the place of 5.00 B read that were modelled"));
    EXPECT_TRUE(says(both, "DRAM bytes: 7.00 B that were counted stay"));
}

TEST(JoinSimulated, NamesMeetWithoutNamespacesAndTemplates) {
    const auto bytes = [](const std::string& point, std::vector<Point> functions) {
        const Profile profile = joined(pair({timed(point, 1)}, std::move(functions)), {.calls = 1});
        const ByteCount* count = bytes_at(profile.points.at(0), Level::L2);
        return count != nullptr ? count->count : -1;
    };
    EXPECT_EQ(bytes("scale<double>/8", {simulated("void a::scale<double>(int)", 1, 0),
                                        simulated("void a::scale<float>(int)", 2, 0)}),
              1);
    EXPECT_EQ(bytes("scale", {simulated("void a::scale<double>(int)", 1, 0)}), 1);
    EXPECT_EQ(bytes("a::run", {simulated("a::run()", 1, 0), simulated("b::run()", 2, 0)}), 1);
    EXPECT_EQ(bytes("run", {simulated("a::run()", 1, 0), simulated("b::run()", 2, 0)}), -1)
        << "either may be it";
    EXPECT_EQ(bytes("f", {simulated("f(int)", 1, 0), simulated("f(int) [clone .cold]", 2, 0)}), 3);
    EXPECT_EQ(bytes("the f", {simulated("f", 1, 0)}), -1) << "words are no function";
}

TEST(JoinSimulated, AFunctionOfSeveralPointsIsNobodysUnlessMapped) {
    const Profile profile = joined(pair({timed("f/1", 1), timed("f/2", 1)}, {simulated("f()", 8, 0)}));
    EXPECT_TRUE(profile.points.at(0).bytes.empty());
    EXPECT_TRUE(says(profile.points[1], "other timed points"));
    const Profile mapped = joined(pair({timed("f/1", 1), timed("f/2", 1)}, {simulated("f()", 8, 0)}),
                                  {.maps = {"f/2=f"}, .calls = 1});
    EXPECT_TRUE(mapped.points.at(0).bytes.empty());
    EXPECT_EQ(bytes_at(mapped.points[1], Level::L2)->count, 8);
}

TEST(JoinSimulated, MappedFunctionsTakeThePlaceOfTheOneOfTheName) {
    const auto times = [] { return std::vector<Point>{timed("product/8", 1), timed("other", 1)}; };
    const auto functions = [] {
        return std::vector<Point>{simulated("product()", 1, 0), simulated("n::dot(double*)", 20, 0),
                                  simulated("n::tile(int)", 300, 0)};
    };
    const Profile profile =
        joined(pair(times(), functions()), {.maps = {"product=n::dot", "other=n::ti*"}, .calls = 1});
    EXPECT_EQ(bytes_at(profile.points.at(0), Level::L2)->count, 20);
    EXPECT_EQ(bytes_at(profile.points[1], Level::L2)->count, 300);
    const Profile both =
        joined(pair(times(), functions()), {.maps = {"product=product", "product=n::dot"}, .calls = 1});
    EXPECT_EQ(bytes_at(both.points.at(0), Level::L2)->count, 21) << "all that are mapped add up";
    for (const std::string map : {"product", "product=none", "none=n::dot", "product=n::", "o=n::dot"})
        EXPECT_NE(refusal(pair(times(), functions()), {.maps = {map}}).find(map), std::string::npos) << map;
    EXPECT_NE(
        refusal(pair(times(), functions()), {.maps = {"product=n::*", "other=n::dot"}}).find("second point"),
        std::string::npos);
}

TEST(JoinSimulated, OneOfSeveralFunctionsOfANameIsMappedAlone) {
    const auto functions = [] {
        return std::vector<Point>{simulated("void foo<int>(int*)", 1, 0),
                                  simulated("void foo<double>(double*)", 20, 0)};
    };
    const Profile profile =
        joined(pair({timed("foo", 1)}, functions()), {.maps = {"foo=*foo<int>*"}, .calls = 1});
    EXPECT_EQ(bytes_at(profile.points.at(0), Level::L2)->count, 1);
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "void foo<double>(double*)");
    // Nor does it stand in the way of another point.
    const Profile two = joined(pair({timed("foo", 1), timed("foo<double>", 1)}, functions()),
                               {.maps = {"foo=*foo<int>*"}, .calls = 1});
    EXPECT_EQ(bytes_at(two.points.at(0), Level::L2)->count, 1);
    EXPECT_EQ(bytes_at(two.points[1], Level::L2)->count, 20);
}

TEST(JoinSimulated, BytesOfWhatIsCalledAreMissed) {
    const Profile profile =
        joined(pair({timed("product", 1)}, {simulated("product()", 1, 0), simulated("dot()", 20, 0)}));
    EXPECT_EQ(profile.notes.at(0).severity, Severity::warning);
    EXPECT_NE(profile.notes[0].remedy.find("what it calls"), std::string::npos) << profile.notes[0].remedy;
}

TEST(JoinSimulated, ASimulationAloneStays) {
    std::vector<Profile> profiles;
    profiles.push_back(profile_of("cachegrind", {simulated("f", 1, 0)}, 8388608));
    join_simulations(profiles, {});
    EXPECT_EQ(profiles.at(0).points.size(), 1u);
    EXPECT_NE(refusal(std::move(profiles), {.calls = 2}).find("--simulated-calls"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
