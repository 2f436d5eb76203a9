// What doctor writes on this machine satisfies its schema.
#include <gtest/gtest.h>

#include "core/json.hpp"
#include "tests/cli/run_mansard.hpp"
#include "tests/schemas/schema.hpp"

namespace mansard {
namespace {

TEST(DoctorSchema, AcceptsWhatIsWrittenAndRefusesMistakes) {
    Json document = parse_json(cli::testing::run_mansard("doctor --json").out, "doctor");
    EXPECT_EQ(schema_faults("doctor", document), "");
    document["topics"][0]["state"] = "ill";
    EXPECT_NE(schema_faults("doctor", document), "");
}

}  // namespace
}  // namespace mansard
