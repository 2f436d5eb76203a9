// Documents that the program writes satisfy the published schemas, and documents with a mistake do not.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "ceilings/build.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"
#include "tests/schemas/schema.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Samples samples() {
    Series fma = series_of(compute_target(), std::vector<double>(13, 46.8e9));
    for (Block& block : fma.blocks) set_clock(block, 3e9);
    fma.blocks[0].throttled_s = 0.5;
    Series faulty = series_of(memory_target(Level::L1), std::vector<double>(5, 100e9));
    faulty.blocks[0].faults = {"checksum"};
    faulty.notes = {{.code = "no_huge_pages", .text = "none were granted", .remedy = ""}};
    Series absent = series_of(compute_target(Op::fma, Isa::avx512), {});
    absent.absent_reason = "this CPU has no avx512";
    Samples out = samples_of({fma, faulty, absent, series_of(latency_target(Level::L2), {4e-9}),
                              sweep_of(memory_target(Level::DRAM), 4096, {1e9})});
    out.machine.quota_cpus = 1.5;
    out.request = Request{.plan_file = "plans/own.json", .filters = {"level=L2"}, .budget_s = 9};
    return out;
}

Json samples_document() {
    return to_json(samples());
}
Json ceilings_document() {
    return to_json(build(samples()));
}

TEST(SamplesSchema, AcceptsWhatIsWritten) {
    EXPECT_EQ(schema_faults("samples", samples_document()), "");
    EXPECT_EQ(schema_faults("samples", to_json(samples_of({}))), "");
    Samples resumed = samples();
    resumed.resumed = 2;
    EXPECT_EQ(schema_faults("samples", to_json(resumed)), "");
    EXPECT_EQ(samples_from_json(to_json(resumed), "resumed").resumed, 2);
}

TEST(CeilingsSchema, AcceptsWhatIsWritten) {
    EXPECT_EQ(schema_faults("ceilings", ceilings_document()), "");
    EXPECT_EQ(schema_faults("ceilings", to_json(build(samples_of({})))), "");
    EXPECT_EQ(schema_faults("ceilings", to_json(Ceilings{})), "");
}

using Break = std::function<void(Json&)>;

TEST(SamplesSchema, RefusesMistakes) {
    const std::vector<Break> mistakes{[](Json& d) { d["schema"] = "mansard.samples/2"; },
                                      [](Json& d) { d.erase("series"); },
                                      [](Json& d) { d["surprise"] = 1; },
                                      [](Json& d) { d["context"]["complete"] = "yes"; },
                                      [](Json& d) { d["context"]["machine"]["isas"][0] = "mmx"; },
                                      [](Json& d) { d["series"][0]["target"]["kind"] = "speed"; },
                                      [](Json& d) { d["series"][0]["blocks"][0]["phase"] = "warmup"; },
                                      [](Json& d) { d["series"][0]["blocks"][0]["seconds"] = Json::array(); },
                                      [](Json& d) { d["series"][0]["blocks"][0]["seconds"][0] = 0; },
                                      [](Json& d) { d["series"][0]["blocks"][0]["waits_s"] = {-1}; },
                                      [](Json& d) { d["series"][0]["blocks"][0].erase("clock_hz_before"); },
                                      [](Json& d) { d["series"][0]["work"]["flops"] = -1; }};
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        Json broken = samples_document();
        mistakes[i](broken);
        EXPECT_NE(schema_faults("samples", broken), "") << "mistake " << i;
    }
}

TEST(CeilingsSchema, RefusesMistakes) {
    const std::vector<Break> mistakes{
        [](Json& d) { d["schema"] = "mansard.samples/1"; },
        [](Json& d) { d["roofs"][0].erase("ci95"); },
        [](Json& d) { d["roofs"][0]["value"] = nullptr; },   // measured without a value
        [](Json& d) { d["roofs"][0]["value"] = 0; },         // zero is no missing value
        [](Json& d) { d["roofs"][2]["value"] = 1; },         // absent with a value
        [](Json& d) { d["roofs"][2]["reason"] = nullptr; },  // absent without a reason
        [](Json& d) { d["roofs"][1]["reason"] = ""; },       // suspect without a reason
        [](Json& d) { d["roofs"][0]["flags"] = {"lucky"}; },
        [](Json& d) { d["roofs"][0]["ci95"] = {1}; },
        [](Json& d) {
            d["roofs"][3]["range"] = {4e-9, 4e-9};
        },  // one block has no range
        [](Json& d) { d["levels"][0].erase("certain"); },
        [](Json& d) { d["roofs"][0]["unit"] = "GB/s"; },
        [](Json& d) { d["levels"][0]["level"] = "L9"; },
        [](Json& d) { d["context"]["machine"]["quota_cpus"] = "none"; },
        [](Json& d) { d["notes"] = Json::object(); }};
    ASSERT_EQ(ceilings_document()["roofs"][1]["status"], "suspect");
    ASSERT_EQ(ceilings_document()["roofs"][2]["status"], "absent");
    ASSERT_EQ(ceilings_document()["roofs"][3]["samples"], 1);
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        Json broken = ceilings_document();
        mistakes[i](broken);
        EXPECT_NE(schema_faults("ceilings", broken), "") << "mistake " << i;
    }
}

}  // namespace
}  // namespace mansard::ceilings
