// What `show A B` writes satisfies its schema, and documents with a mistake do not.
#include <gtest/gtest.h>

#include <functional>

#include "ceilings/build.hpp"
#include "ceilings/show.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"
#include "tests/schemas/schema.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Json document() {
    const Ceilings one = build(samples_of({series_of(compute_target(), std::vector<double>(13, 46e9)),
                                           series_of(memory_target(Level::L1), {100e9, 99e9, 98e9})}));
    Ceilings other = build(samples_of({series_of(compute_target(), std::vector<double>(13, 40e9))}));
    other.machine.microcode = "0xbeef";
    return parse_json(show_beside({one, "a.json"}, {other, "b.json"}, Format::json), "s");
}

TEST(BesideSchema, AcceptsWhatIsWritten) {
    const Json written = document();
    EXPECT_EQ(schema_faults("beside", written), "");
    EXPECT_EQ(written["schema"], "mansard.beside/1");
    EXPECT_EQ(written["roofs"][0]["verdict"], "changed");
    EXPECT_TRUE(written["roofs"][1]["other"].is_null()) << written["roofs"][1].dump();
    EXPECT_FALSE(written["machine_differences"].empty());
}

TEST(BesideSchema, RefusesMistakes) {
    const std::vector<std::function<void(Json&)>> mistakes{
        [](Json& d) { d["schema"] = "mansard.beside/2"; }, [](Json& d) { d.erase("created"); },
        [](Json& d) { d["roofs"][0]["verdict"] = "drifted"; }, [](Json& d) { d["surprise"] = 1; },
        [](Json& d) { d["roofs"][0]["one"]["status"] = "good"; }};
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        Json broken = document();
        mistakes[i](broken);
        EXPECT_NE(schema_faults("beside", broken), "") << "mistake " << i;
    }
}

}  // namespace
}  // namespace mansard::ceilings
