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

}  // namespace
}  // namespace mansard::ceilings
