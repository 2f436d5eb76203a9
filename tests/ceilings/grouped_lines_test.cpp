#include "ceilings/grouped_lines.hpp"

#include <gtest/gtest.h>

namespace mansard::ceilings {
namespace {

using Lines = std::vector<std::string>;

TEST(GroupedLines, FewRoofsHaveALineEach) {
    EXPECT_EQ(grouped_lines(
                  {{"a", "waited in 1 of 3 blocks; 40 % of the limit"}, {"b", "waited in 2 of 3 blocks"}}),
              (Lines{"a: waited in 1 of 3 blocks; 40 % of the limit", "b: waited in 2 of 3 blocks"}));
    EXPECT_TRUE(grouped_lines({}).empty());
}

TEST(GroupedLines, WordsThatManyHaveAreSaidOnce) {
    EXPECT_EQ(grouped_lines({{"a", "waited; 40.5 % of the limit"},
                             {"b", "waited; 37 % of the limit"},
                             {"c", "waited; it is 2 times that of two cores"},
                             {"d", "waited"},
                             {"e", "8 % of the limit"},
                             {"f", "12 % of the limit"}}),
              (Lines{"4 roofs (a, b, c and 1 more): waited",
                     "4 roofs (a, b, e and 1 more): 40.5 % of the limit [numbers of the first]",
                     "c: it is 2 times that of two cores"}));
}

TEST(GroupedLines, ARoofThatSaysItTwiceIsOneRoof) {
    EXPECT_EQ(grouped_lines(
                  {{"a", "lacks 1 round; lacks 2 rounds"}, {"b", "lacks 1 round"}, {"b", "lacks 3 rounds"}}),
              (Lines{"a: lacks 1 round; lacks 2 rounds", "b: lacks 1 round", "b: lacks 3 rounds"}));
    EXPECT_EQ(grouped_lines({{"a", "waited 1 time; waited 2 time"},
                             {"a", "waited 3 time"},
                             {"b", "waited 1 time"},
                             {"c", "waited 1 time"},
                             {"d", "waited 1 time"}}),
              (Lines{"4 roofs (a, b, c and 1 more): waited 1 time [numbers of the first]"}));
}

TEST(GroupedLines, NamesAreNoNumbers) {
    std::vector<Said> said;
    for (const char* roof : {"a", "b", "c", "d"}) said.push_back({roof, "the size of L1 is not certain"});
    for (const char* roof : {"e", "f", "g", "h"}) said.push_back({roof, "the size of L2 is not certain"});
    EXPECT_EQ(grouped_lines(said), (Lines{"4 roofs (a, b, c and 1 more): the size of L1 is not certain",
                                          "4 roofs (e, f, g and 1 more): the size of L2 is not certain"}));
}

}  // namespace
}  // namespace mansard::ceilings
