#include <gtest/gtest.h>

#include <filesystem>

#include "ceilings/importers/importer.hpp"
#include "ceilings/show.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"
#include "tests/fuzz/mutator.hpp"
#include "tests/scratch.hpp"

namespace mansard::ceilings {
namespace {

/// Imports `content` as a file of `tool`.
Ceilings imported(const std::string& tool, const std::string& content) {
    const mansard::testing::Scratch scratch;
    return find_ceilings_importer(tool).import(scratch.write("roofs", content));
}

const Roof& roof(const Ceilings& ceilings, const std::string& id) {
    for (const Roof& one : ceilings.roofs)
        if (one.id == id) return one;
    throw std::logic_error("no such roof: " + id);
}

const std::string ert_json =
    R"({"empirical": {"gbytes": {"data": [["L1", 200.0], ["L2", 100.0], ["DRAM", 20.0]]},
 "gflops": {"data": [["GFLOPs", 50.0]], "metadata": {"OPENMP_THREADS": 2, "MPI_PROCS": 2}},
 "metadata": {"HOSTNAME": "node1", "ERT_VERSION": "1.1.0"}},
 "spec": {"gbytes": {"data": [["DRAM", 25.0]]}, "gflops": {"data": [["GFLOPs", 64.0]]}}})";

TEST(CeilingsImporters, ErtJson) {
    const Ceilings ceilings = imported("ert", ert_json);
    EXPECT_EQ(ceilings.plan, "imported from ERT 1.1.0");
    EXPECT_EQ(ceilings.machine.cpus_used.size(), 4u);
    ASSERT_EQ(ceilings.roofs.size(), 4u);
    const Roof& peak = roof(ceilings, "cpu.device.compute.f64");
    EXPECT_DOUBLE_EQ(*peak.value, 50e9);
    EXPECT_EQ(peak.status, Status::imported);
    EXPECT_DOUBLE_EQ(*peak.fraction, 50.0 / 64);
    EXPECT_EQ(peak.target.threads, 4);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.device.bandwidth.DRAM.update").value, 20e9);
    EXPECT_EQ(roof(ceilings, "cpu.device.bandwidth.DRAM.update").limit->value, 25e9);
    // What is written can be read back.
    const Ceilings again = ceilings_from_json(to_json(ceilings), "again");
    EXPECT_EQ(again.roofs.size(), 4u);
    EXPECT_EQ(again.roofs[0].status, Status::imported);
}

TEST(CeilingsImporters, AreRecognisedByTheBeginOfAFile) {
    const auto name = [](std::string_view head) {
        const CeilingsImporterDesc* importer = recognise_ceilings(head);
        return importer == nullptr ? std::string_view("none") : importer->name;
    };
    EXPECT_EQ(name(ert_json), "ert");
    EXPECT_EQ(name("  1709.15 GFLOPs\n\n  7708.32 Weight\n"), "ert");
    EXPECT_EQ(name("device,HBMBw,HBMBwLow,hbmBwHigh\n"), "rocprof-compute");
    EXPECT_EQ(name("Name:,node1,L1 Size:,32,\n"), "carm");
    EXPECT_EQ(name("L1 Bandwidth\t412000000000\tmemory\n"), "advisor");
    EXPECT_EQ(name("name,seconds,flops_f64\n"), "none");
    EXPECT_EQ(name("{\"schema\": \"mansard.samples/1\"}"), "none");
    EXPECT_EQ(name(""), "none");
}

TEST(CeilingsImporters, ErtSumOfAGpu) {
    const Ceilings ceilings =
        imported("ert",
                 "  1709.15 GFLOPs\n\n  7708.32 Weight\n\n  1709.15 L1\n   519.57 DRAM\n\n"
                 "META_DATA\nGPU_BLOCKS     1792\nHOSTNAME  ce1\nFLOPS          16\n");
    ASSERT_EQ(ceilings.roofs.size(), 3u);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cuda:0.device.compute.f64").value, 1709.15e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cuda:0.device.bandwidth.DRAM.update").value, 519.57e9);
}

TEST(CeilingsImporters, ErtSumThatSaysWhatIsEmpirical) {
    const std::string text =
        "\n    92.1 FP32 GFLOPs EMP\n    56.2 FP64 GFLOPs EMP\n   100.0 FP64 GFLOPs SPEC\n\n  1000.0 "
        "Weight\n\n"
        "   900.5 L1 EMP\n   500.1 L2 EMP\n    80.2 DRAM EMP\n   100.0 DRAM SPEC\n\nMETA_DATA\n";
    EXPECT_EQ(recognise_ceilings(text)->name, "ert");
    const Ceilings ceilings = imported("ert", text);
    ASSERT_EQ(ceilings.roofs.size(), 5u);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.compute.f32").value, 92.1e9);
    EXPECT_DOUBLE_EQ(roof(ceilings, "cpu.core.compute.f64").limit->value, 100e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.bandwidth.L2.update").value, 500.1e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.bandwidth.DRAM.update").fraction, 0.802);
}

TEST(CeilingsImporters, RocprofComputeWithItsMisspelling) {
    const Ceilings ceilings = imported(
        "rocprof-compute",
        "device,HBMBw,HBMBwLow,hbmBwHigh,LDSBw,LDSBwLow,LDSBwHigh,FP64Flops,FP64FlopsLow,FP64FlopsHigh,"
        "MFMAI8Ops,MFMAFI8OpsLow,MFMAI8OpsHigh,MFMAF8Flops,MFMAF8FlopsLow,MFMAF8FlopsHigh\n"
        "0,1388.79,1388.2,1389.4,17715,17712,17719,20272,20271,20273,166413,165921,166905,0,0,0\n"
        "1,1400,1399,1401,17715,17712,17719,20272,20271,20273,166413,165921,166905,0,0,0\n");
    ASSERT_EQ(ceilings.roofs.size(), 8u);
    const Roof& memory = roof(ceilings, "hip:0.device.bandwidth.DRAM.copy");
    EXPECT_DOUBLE_EQ(*memory.value, 1388.79e9);
    EXPECT_DOUBLE_EQ(memory.range->high, 1389.4e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "hip:1.device.bandwidth.DRAM.copy").value, 1400e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "hip:0.device.bandwidth.shared.load").value, 17715e9);
    const Roof& integer = roof(ceilings, "hip:0.device.compute.i8.matrix");
    EXPECT_EQ(integer.unit, "OP/s");
    EXPECT_EQ(integer.target.engine, Engine::matrix);
    EXPECT_DOUBLE_EQ(integer.range->low, 165921e9);
    // Nothing says how many units the GPU has.
    const std::string text = show(ceilings, Format::text);
    EXPECT_NE(text.find("hip:0 compute\n"), std::string::npos) << text;
    EXPECT_NE(text.find("i8 matrix"), std::string::npos) << text;
}

TEST(CeilingsImporters, CarmByPlaceAndZeroIsNotMeasured) {
    const Ceilings ceilings = imported(
        "carm",
        "Name:,mymachine,L1 Size:,32,L2 Size:,1024,L3 Size:,36608,,L1,L1,L2,L2,L3,L3,DRAM,DRAM,FP,FP,FP "
        "FMA,FP_FMA\n"
        "Date,ISA,Precision,Threads,Loads,Stores,Interleaved,DRAM Bytes,FP "
        "Inst.,GB/s,I/Cycle,GB/s,I/Cycle,GB/s,"
        "I/Cycle,GB/s,I/Cycle,Gflop/s,I/Cycle,Gflop/s,I/Cycle\n"
        "2025-03-22 13:44:16,avx512,dp,1,2,1,No,524288,add,400,2.0,200,1.0,60,0.3,15,0.08,40,1.0,80,1.0\n"
        "2025-03-22 13:50:00,avx512,dp,1,2,1,No,524288,fma,401,2.0,200,1.0,0,0,15,0.08,81,1.0,0,0\n"
        "2025-03-22 14:00:00,avx2,sp,8,1,0,No,524288,mul,900,2.0,0,0,0,0,0,0,90,1.0,0,0\n"
        "broken\n");
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.compute.f64.avx512.add").value, 40e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.compute.f64.avx512.fma").value, 81e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.bandwidth.L1.triad").value, 401e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.bandwidth.L3.triad").value, 60e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.bandwidth.DRAM.triad").bus_value, 20e9);
    EXPECT_EQ(roof(ceilings, "cpu.device.bandwidth.L1.load").target.threads, 8);
    EXPECT_EQ(ceilings.roofs.size(), 8u);
}

TEST(CeilingsImporters, AdvisorsOwnRoofs) {
    const Ceilings ceilings = imported("advisor",
                                       "L1 Bandwidth (single-threaded)\t350000000000\tmemory\n"
                                       "DRAM Bandwidth\t24563742720\tmemory\n"
                                       "DP Vector FMA Peak\t90000000000\tcompute\n"
                                       "Scalar Add Peak (single-threaded)\t6000000000\tcompute\n"
                                       "SP Vector Add Peak\t80000000000\tcompute\n"
                                       "nonsense\tx\tcompute\n");
    ASSERT_EQ(ceilings.roofs.size(), 5u);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.bandwidth.L1.load").value, 350e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.device.compute.f64.fma").value, 90e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.device.compute.f32.add").value, 80e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, "cpu.core.compute.f64.scalar.add").value, 6e9);
}

TEST(CeilingsImporters, RefuseWhatHoldsNoRoof) {
    for (const std::string tool : {"ert", "rocprof-compute", "carm", "advisor"})
        for (const std::string content : {"", "nothing here\n", "{}", "device,HBMBw\n", "Name:,x\nDate\n"})
            EXPECT_THROW(imported(tool, content), Error) << tool << ": " << content;
    try {
        find_ceilings_importer("excel");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
        EXPECT_NE(std::string(error.what()).find("ert"), std::string::npos);
    }
}

const std::string rocprof_roofs =
    "device,HBMBw,HBMBwLow,hbmBwHigh,FP64Flops,FP64FlopsLow,FP64FlopsHigh\n0,1388.79,1388.2,1389.4,20272,"
    "20271,20273\n";
const std::string carm_results =
    "Name:,mymachine\nDate,ISA\n2025,avx2,dp,2,2,1,No,5,fma,400,2.0,200,1.0,60,0.3,15,0.08,40,1.0,80,1.0\n";
const std::string ert_sum =
    " 17.5 GFLOPs\n\n 7.2 Weight\n\n 170.9 L1\n 51.7 DRAM\n\nMETA_DATA\nMPI_PROCS 2\n";

TEST(CeilingsImporters, SurviveBrokenFiles) {
    const std::pair<std::string, std::string> files[] = {
        {"ert", ert_json},
        {"ert", ert_sum},
        {"rocprof-compute", rocprof_roofs},
        {"carm", carm_results},
        {"advisor", "L1 Bandwidth\t35000\tmemory\nDP Vector FMA Peak\t9000\tcompute\n"}};
    for (const auto& [tool, content] : files) {
        EXPECT_NO_THROW(imported(tool, content)) << tool;
        mansard::testing::Mutator mutator(content);
        for (int i = 0; i < 200; ++i) {
            const std::string mutant = mutator.next();
            try {
                // What can be imported can be written, and read back.
                ceilings_from_json(parse_json(to_text(to_json(imported(tool, mutant))), "mutant"), "mutant");
            } catch (const Error& error) {
                EXPECT_EQ(error.status(), Exit::bad_input) << tool << ": " << mutant;
            }
        }
    }
}

TEST(CeilingsImporters, StandBesideOurOwn) {
    const Ceilings theirs = imported("ert", ert_json);
    Ceilings ours = theirs;
    ours.roofs.clear();
    const auto add = [&](Target target, double value) {
        ours.roofs.push_back({.id = roof_id(target),
                              .target = target,
                              .value = value,
                              .unit = unit_of(target),
                              .typical = value,
                              .samples = 16,
                              .status = Status::measured});
    };
    add({.kind = Kind::compute,
         .dtype = Dtype::f64,
         .isa = Isa::avx2,
         .engine = Engine::vector,
         .op = Op::fma,
         .scope = Scope::device,
         .threads = 4},
        60e9);
    add({.kind = Kind::compute,
         .dtype = Dtype::f64,
         .isa = Isa::sse2,
         .engine = Engine::vector,
         .op = Op::fma,
         .scope = Scope::device,
         .threads = 4},
        30e9);
    add({.kind = Kind::bandwidth,
         .level = Level::DRAM,
         .pattern = Pattern::load,
         .scope = Scope::device,
         .threads = 4},
        25e9);
    const std::string page = show_beside({theirs, "theirs"}, {ours, "ours"}, Format::csv);
    // The ratio is ours ÷ theirs, of the best roof that measures the same; no verdict about foreign methods.
    const std::string row = "cpu.device.compute.f64 | cpu.device.compute.f64.avx2.fma,FLOP/s," + exact(50e9) +
                            "," + exact(60e9) + ",1.2,imported,measured";
    EXPECT_NE(page.find(row), std::string::npos) << page;
    EXPECT_NE(page.find("cpu.device.bandwidth.DRAM.update | cpu.device.bandwidth.DRAM.load"),
              std::string::npos);
}

}  // namespace
}  // namespace mansard::ceilings
