#include "analyzer/oddities.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

std::vector<std::string> notes_on(double calls, std::optional<int> threads, bool with_ceilings = true) {
    Point point{.name = "p", .threads = threads, .calls = calls};
    const ceilings::Ceilings four = testing::four_cores();
    note_oddities(point, with_ceilings ? &four : nullptr);
    return point.notes;
}

TEST(Oddities, MoreThreadsThanCoresAreNoted) {
    EXPECT_TRUE(notes_on(1, 4).empty());
    EXPECT_TRUE(notes_on(1, std::nullopt).empty());
    EXPECT_TRUE(notes_on(1, 5, false).empty()) << "without ceilings there is nothing to compare with";
    const auto notes = notes_on(1, 64);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes[0].find("64 threads"), std::string::npos) << notes[0];
    EXPECT_NE(notes[0].find("4 cores"), std::string::npos) << notes[0];
}

TEST(Oddities, APartOfACallIsNoted) {
    EXPECT_TRUE(notes_on(3, 1).empty());
    const auto notes = notes_on(0.5, 1, false);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes[0].find("0.5"), std::string::npos) << notes[0];
}

}  // namespace
}  // namespace mansard::analyzer
