#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ceilings/importers/importer.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/json.hpp"

namespace mansard::ceilings {
namespace {

Ceilings declared(const std::string& name) {
    return find_ceilings_importer("datasheet").import(name);
}

/// Of a file of one's own with these roofs.
Ceilings declared_by(const std::string& roofs) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        ("mansard-sheet-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + ".json");
    struct Remove {
        std::filesystem::path path;
        ~Remove() { std::filesystem::remove(path); }
    } const remove{path};
    std::ofstream(path) << R"({"name": "Ascend X", "source": "its leaflet", "cores": 2, "roofs": )" << roofs
                        << "}";
    return declared(path);
}

const Roof& roof(const Ceilings& ceilings, const std::string& id) {
    for (const Roof& one : ceilings.roofs)
        if (one.id == id) return one;
    throw std::logic_error("no such roof: " + id);
}

TEST(Datasheet, RoofsAreDeclaredAndSayByWhom) {
    const Ceilings ceilings = declared("ascend-910b2");
    EXPECT_EQ(ceilings.machine.cpu_model, "Ascend 910B2");
    EXPECT_EQ(ceilings.machine.cpus_used.size(), 24u);
    const Roof& cube = roof(ceilings, "npu:0.device.compute.f16.fma.matrix");
    // 24 cores at 1.8 GHz with 16 × 16 × 16 multiply-adds each.
    EXPECT_DOUBLE_EQ(*cube.value, 24 * 1.8e9 * 16 * 16 * 16 * 2);
    EXPECT_EQ(cube.status, Status::declared);
    EXPECT_EQ(cube.target.engine, Engine::matrix);
    EXPECT_FALSE(cube.ci95);
    ASSERT_EQ(cube.notes.size(), 1u);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "npu:0.device.bandwidth.DRAM.load").value, 1.6e12);
    EXPECT_EQ(roof(ceilings, "npu:0.device.compute.i8.fma.matrix").unit, "OP/s");
    ASSERT_EQ(ceilings.notes.size(), 1u);
    EXPECT_NE(ceilings.notes[0].text.find("Ascend910B2.ini"), std::string::npos);
    const Ceilings again = ceilings_from_json(to_json(ceilings), "again");
    EXPECT_EQ(again.roofs.at(0).status, Status::declared);
}

TEST(Datasheet, EachOfTheFolderCanBeUsed) {
    constexpr std::string_view folder = "configs/datasheets/npu/";
    std::size_t sheets = 0;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with(folder)) continue;
        const std::string name(file.path.substr(folder.size(), file.path.size() - folder.size() - 5));
        for (const Roof& one : declared(name).roofs) {
            EXPECT_EQ(one.status, Status::declared) << name;
            EXPECT_GT(*one.value, 1e11) << name << " " << one.id;
            EXPECT_LT(*one.value, 1e15) << name << " " << one.id;
        }
        ++sheets;
    }
    EXPECT_GE(sheets, 5u);
}

TEST(Datasheet, AFileOfOnesOwn) {
    const Ceilings ceilings = declared_by(R"([{"kind": "bandwidth", "level": "UB", "value": 3e12}])");
    EXPECT_DOUBLE_EQ(*roof(ceilings, "npu:0.device.bandwidth.UB.load").value, 3e12);
    EXPECT_EQ(ceilings.roofs.at(0).target.threads, 2);
}

TEST(Datasheet, WhatIsNoRoofIsRefused) {
    EXPECT_THROW(declared("ascend-000"), Error);
    for (
        const char* roofs :
        {"[]", "7", "[7]", R"([{"kind": "latency", "level": "L1", "value": 1}])",
         R"([{"kind": "bandwidth", "level": "L1"}])",
         R"([{"kind": "bandwidth", "level": "L1", "value": -1}])",
         R"([{"kind": "bandwidth", "level": "L1", "value": 1}, {"kind": "bandwidth", "level": "L1", "value": 2}])",
         R"([{"kind": "compute", "dtype": "f16", "engine": "matrix", "cores": 1e200, "per_cycle": 1e200,)"
         R"( "clock_hz": 1}])"})
        EXPECT_THROW(declared_by(roofs), Error) << roofs;
}

}  // namespace
}  // namespace mansard::ceilings
