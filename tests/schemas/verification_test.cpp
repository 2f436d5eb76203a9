// What verify writes satisfies its schema, and documents with a mistake do not.
#include <gtest/gtest.h>

#include <functional>

#include "ceilings/build.hpp"
#include "ceilings/verify.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"
#include "tests/schemas/schema.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Json document() {
    const Ceilings file = build(samples_of({series_of(compute_target(), std::vector<double>(13, 46e9)),
                                            series_of(memory_target(Level::L1), {100e9, 99e9, 98e9})}));
    Samples again = samples_of({series_of(compute_target(), std::vector<double>(13, 40e9))});
    again.after.steal_s = 100;
    const auto chosen = representatives(file);
    return parse_json(show_verification(verify(file, "c.json", chosen, build(again)), Format::json), "v");
}

TEST(VerificationSchema, AcceptsWhatIsWritten) {
    const Json written = document();
    EXPECT_EQ(schema_faults("verification", written), "");
    EXPECT_EQ(written["verdict"], "drifted");
    EXPECT_EQ(written["roofs"].size(), 2U);
    EXPECT_EQ(written["notes"][0]["code"], "steal");
}

TEST(VerificationSchema, RefusesMistakes) {
    const std::vector<std::function<void(Json&)>> mistakes{
        [](Json& d) { d["verdict"] = "changed"; }, [](Json& d) { d["roofs"][0].erase("reason"); },
        [](Json& d) { d["roofs"][0]["interval"] = {1}; }, [](Json& d) { d["surprise"] = 1; },
        [](Json& d) { d["roofs"][0]["then"]["status"] = "good"; }};
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        Json broken = document();
        mistakes[i](broken);
        EXPECT_NE(schema_faults("verification", broken), "") << "mistake " << i;
    }
}

}  // namespace
}  // namespace mansard::ceilings
