#include "ceilings/checks.hpp"

#include <gtest/gtest.h>

namespace mansard::ceilings {
namespace {

Roof roof(Level level, Interval interval, Pattern pattern = Pattern::load, Kind kind = Kind::bandwidth) {
    Roof out{.target = {.kind = kind, .level = level, .pattern = pattern},
             .value = 0.5 * (interval.low + interval.high),
             .unit = kind == Kind::latency ? "s" : "B/s",
             .ci95 = interval,
             .status = Status::measured};
    out.id = roof_id(out.target);
    return out;
}

const std::vector<LevelSize> levels{
    {.level = Level::L1, .detected_bytes = 32768, .bytes = 32768},
    {.level = Level::L2, .claimed_bytes = 524288, .bytes = 524288, .by_claims = true},
    {.level = Level::L3, .detected_bytes = 8e6, .claimed_bytes = 32e6, .bytes = 8e6}};

TEST(LevelOrder, HoldsWhereIntervalsTouch) {
    std::vector<Roof> roofs{roof(Level::L1, {90, 100}), roof(Level::L2, {95, 105}),
                            roof(Level::DRAM, {10, 11})};
    check_level_order(roofs, levels);
    for (const Roof& one : roofs) EXPECT_EQ(one.status, Status::measured) << one.id;
}

TEST(LevelOrder, AnInnerLevelSlowerThanTheNextIsSuspect) {
    std::vector<Roof> roofs{roof(Level::L2, {50, 60}), roof(Level::L3, {70, 80})};
    roofs[1].working_set_bytes = 2e6;
    check_level_order(roofs, levels);
    EXPECT_EQ(roofs[0].status, Status::suspect);
    EXPECT_NE(roofs[0].reason.find("slower than the level beyond it"), std::string::npos) << roofs[0].reason;
    EXPECT_EQ(roofs[1].status, Status::measured);
}

TEST(LevelOrder, AnOuterSetThatFitsTheInnerLevelIsTheSuspect) {
    std::vector<Roof> roofs{roof(Level::L3, {50, 60}), roof(Level::DRAM, {70, 80})};
    roofs[1].working_set_bytes = 7e6;  // the sweep found 8 MB of L3
    check_level_order(roofs, levels);
    EXPECT_EQ(roofs[0].status, Status::measured);
    EXPECT_EQ(roofs[1].status, Status::suspect);
    EXPECT_NE(roofs[1].reason.find("hold its set"), std::string::npos) << roofs[1].reason;
}

TEST(LevelOrder, PrivateLevelsHoldOneSetPerCore) {
    const auto breach = [](int threads) {
        std::vector<Roof> roofs{roof(Level::L2, {50, 60}), roof(Level::L3, {70, 80})};
        for (Roof& one : roofs) one.target.threads = threads;
        roofs[1].working_set_bytes = 800000;  // more than one 512 KiB, less than two
        check_level_order(roofs, levels);
        return roofs[1].status;
    };
    EXPECT_EQ(breach(1), Status::measured);
    EXPECT_EQ(breach(2), Status::suspect);
}

TEST(LevelOrder, LatencyIsMirrored) {
    std::vector<Roof> roofs{roof(Level::L1, {1, 1.1}, Pattern::chase, Kind::latency),
                            roof(Level::L2, {4, 5}, Pattern::chase, Kind::latency),
                            roof(Level::L3, {2, 3}, Pattern::chase, Kind::latency)};
    check_level_order(roofs, levels);
    EXPECT_EQ(roofs[0].status, Status::measured);
    EXPECT_EQ(roofs[1].status, Status::suspect);
    EXPECT_EQ(roofs[2].status, Status::measured);
}

TEST(LevelOrder, AMissingLevelDoesNotBreakTheChain) {
    std::vector<Roof> roofs{roof(Level::L1, {50, 60}), roof(Level::L2, {1, 2}), roof(Level::DRAM, {70, 80})};
    roofs[1].status = Status::absent;
    roofs[1].value.reset();
    check_level_order(roofs, levels);
    EXPECT_EQ(roofs[0].status, Status::suspect);
}

TEST(LevelOrder, ComparesOneScopeAndPatternOnly) {
    std::vector<Roof> roofs{roof(Level::L1, {50, 60}), roof(Level::L2, {70, 80}, Pattern::copy),
                            roof(Level::L3, {70, 80})};
    roofs[2].target.scope = Scope::device;
    roofs[2].target.threads = 2;
    check_level_order(roofs, levels);
    for (const Roof& one : roofs) EXPECT_EQ(one.status, Status::measured) << one.id;
}

TEST(LevelOrder, UsesTheRangeWithoutAnInterval) {
    std::vector<Roof> roofs{roof(Level::L1, {50, 60}), roof(Level::L2, {70, 80})};
    for (Roof& one : roofs) std::swap(one.ci95, one.range);
    check_level_order(roofs, levels);
    EXPECT_EQ(roofs[0].status, Status::suspect);
}

TEST(Suspect, ReasonsAddUp) {
    Roof one = roof(Level::L1, {1, 2});
    mark_suspect(one, "first");
    mark_suspect(one, "second");
    EXPECT_EQ(one.reason, "first; second");
}

}  // namespace
}  // namespace mansard::ceilings
