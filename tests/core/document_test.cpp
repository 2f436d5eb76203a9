#include "core/document.hpp"

#include <gtest/gtest.h>

#include "core/json.hpp"

namespace mansard {
namespace {

TEST(DocumentTest, AListIsAListAndNothingElse) {
    const Json document{{"list", {1, 2}}, {"object", {{"a", 1}}}, {"number", 3}};
    EXPECT_EQ(list_member(document, "list", "c.json").size(), 2U);
    for (const char* key : {"object", "number", "none"}) {
        try {
            list_member(document, key, "c.json");
            ADD_FAILURE() << key;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find("c.json"), std::string::npos) << error.what();
        }
    }
}

TEST(DocumentTest, ARemedyIsAddedWhereThereIsNone) {
    const Error without(Exit::usage, "it is wrong", {.where = "c.json", .expected = "right"});
    EXPECT_STREQ(with_remedy(without, "make it anew").what(),
                 "it is wrong (c.json). Expected: right. To mend it: make it anew.");
    EXPECT_EQ(with_remedy(without, "make it anew").status(), Exit::usage);
    const Error with(Exit::bad_input, "it is wrong", {.remedy = "look"});
    EXPECT_STREQ(with_remedy(with, "make it anew").what(), "it is wrong. To mend it: look.");
}

}  // namespace
}  // namespace mansard
