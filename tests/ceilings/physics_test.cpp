#include "ceilings/physics.hpp"

#include <gtest/gtest.h>

#include <set>

#include "ceilings/build.hpp"
#include "core/embedded.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Machine cpu(const char* vendor, int family, int model) {
    Machine machine = zen3();
    machine.cpu_vendor = vendor;
    machine.cpu_family = family;
    machine.cpu_model_number = model;
    return machine;
}

std::optional<double> limit(const Machine& machine, const Target& target, const Work& work = {}) {
    const auto sheet = find_datasheet(machine);
    if (!sheet) return std::nullopt;
    const auto found = limit_per_cycle(*sheet, target, work);
    return found ? std::optional(found->value) : std::nullopt;
}

TEST(Datasheets, AreFoundByVendorFamilyAndModel) {
    const auto name = [](const Machine& machine) {
        const auto sheet = find_datasheet(machine);
        return sheet ? sheet->name : "";
    };
    EXPECT_EQ(name(cpu("AuthenticAMD", 23, 0x31)), "amd-zen2.json");  // Rome
    EXPECT_EQ(name(cpu("AuthenticAMD", 25, 0x01)), "amd-zen3.json");  // Milan
    EXPECT_EQ(name(cpu("AuthenticAMD", 25, 0x21)), "amd-zen3.json");  // Vermeer
    EXPECT_EQ(name(cpu("AuthenticAMD", 25, 0x11)), "amd-zen4.json");  // Genoa
    EXPECT_EQ(name(cpu("AuthenticAMD", 25, 0x61)), "amd-zen4.json");  // Raphael
    EXPECT_EQ(name(cpu("AuthenticAMD", 25, 0xa0)), "amd-zen4.json");  // Bergamo
    EXPECT_EQ(name(cpu("GenuineIntel", 6, 85)), "intel-skylake-server.json");
    EXPECT_EQ(name(cpu("GenuineIntel", 6, 106)), "intel-icelake-server.json");
    EXPECT_EQ(name(cpu("AuthenticAMD", 26, 0x02)), "amd-zen5.json");    // Turin
    EXPECT_EQ(name(cpu("AuthenticAMD", 26, 0x44)), "amd-zen5.json");    // Granite Ridge
    EXPECT_EQ(name(cpu("GenuineIntel", 6, 63)), "intel-haswell.json");  // Haswell-EP
    EXPECT_EQ(name(cpu("GenuineIntel", 6, 79)), "intel-haswell.json");  // Broadwell-EP
    EXPECT_EQ(name(cpu("GenuineIntel", 6, 143)), "intel-sapphirerapids.json");
    EXPECT_EQ(name(cpu("GenuineIntel", 6, 151)), "intel-goldencove-client.json");
    EXPECT_EQ(name(cpu("ARM", 8, 0xd0c)), "arm-neoverse-n1.json");
    EXPECT_EQ(name(cpu("ARM", 8, 0xd40)), "arm-neoverse-v1.json");
    EXPECT_EQ(name(cpu("ARM", 8, 0xd4f)), "arm-neoverse-v2.json");
    EXPECT_EQ(name(cpu("GenuineIntel", 6, 1)), "");
    EXPECT_EQ(name(cpu("AuthenticAMD", 23, 0x01)), "");  // Zen 1 has no sheet
    EXPECT_EQ(name(cpu("GenuineIntel", 25, 0x01)), "");
}

TEST(Datasheets, AreWellFormed) {
    int sheets = 0;
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with("configs/datasheets/cpu/")) continue;
        ++sheets;
        SCOPED_TRACE(std::string(file.path));
        const Json sheet = parse_json(file.content(), std::string(file.path));
        EXPECT_FALSE(sheet.at("source").get<std::string>().empty());
        for (const auto& [isa, row] : sheet.at("isa").items()) {
            EXPECT_TRUE(parse_name<Isa>(isa)) << isa;
            EXPECT_GE(row.at("vector_bytes").get<double>(), 0);
            for (const auto& [op, flop] : row.at("flop_per_lane").items()) {
                EXPECT_TRUE(parse_name<Op>(op)) << op;
                EXPECT_GT(flop.get<double>(), 0);
            }
        }
    }
    EXPECT_GE(sheets, 12);
}

TEST(Limits, OfZen3) {
    const Machine machine = zen3();
    EXPECT_EQ(limit(machine, compute_target(Op::fma)), 16);
    EXPECT_EQ(limit(machine, compute_target(Op::fma, Isa::avx2, Dtype::f32)), 32);
    EXPECT_EQ(limit(machine, compute_target(Op::mix)), 24);
    EXPECT_EQ(limit(machine, compute_target(Op::add)), 8);
    EXPECT_EQ(limit(machine, compute_target(Op::mul, Isa::sse2)), 4);
    EXPECT_EQ(limit(machine, compute_target(Op::add, Isa::scalar)), 2);
    EXPECT_EQ(limit(machine, compute_target(Op::fma, Isa::sse2)), std::nullopt) << "no FMA in that row";
    EXPECT_EQ(limit(machine, compute_target(Op::fma, Isa::avx512)), std::nullopt);
    EXPECT_EQ(limit(machine, compute_target(Op::fma, Isa::avx2, Dtype::bf16)), std::nullopt);

    const Work load{.read_bytes = 8}, store{.written_bytes = 8}, copy{.read_bytes = 8, .written_bytes = 8};
    const Work triad{.read_bytes = 16, .written_bytes = 8};
    EXPECT_EQ(limit(machine, memory_target(Level::L1), load), 64);
    EXPECT_EQ(limit(machine, memory_target(Level::L1, Pattern::store), store), 32);
    EXPECT_EQ(limit(machine, memory_target(Level::L1, Pattern::copy), copy), 64);
    EXPECT_EQ(limit(machine, memory_target(Level::L1, Pattern::triad), triad), 96);
    EXPECT_EQ(limit(machine, memory_target(Level::L2), load), 32);
    EXPECT_EQ(limit(machine, memory_target(Level::L2, Pattern::store), store), std::nullopt);
    EXPECT_EQ(limit(machine, memory_target(Level::L3), load), std::nullopt);
    EXPECT_EQ(limit(machine, latency_target(Level::L1)), std::nullopt);
    Target narrow = memory_target(Level::L1);
    narrow.isa = Isa::sse2;
    EXPECT_EQ(limit(machine, narrow, load), 32);
}

TEST(Limits, OfOtherCpus) {
    const Machine zen4 = cpu("AuthenticAMD", 25, 0x11), skylake = cpu("GenuineIntel", 6, 85);
    EXPECT_EQ(limit(zen4, compute_target(Op::fma, Isa::avx512)), 16) << "512 bit take both halves' turns";
    EXPECT_EQ(limit(zen4, compute_target(Op::mix, Isa::avx512)), 24);
    EXPECT_EQ(limit(skylake, compute_target(Op::fma, Isa::avx512)), 32);
    EXPECT_EQ(limit(skylake, compute_target(Op::mix)), 16) << "adds and FMAs share the ports";
    EXPECT_EQ(limit(skylake, memory_target(Level::L2), Work{.read_bytes = 8}), 64);
    EXPECT_EQ(limit(cpu("AuthenticAMD", 23, 0x31), compute_target(Op::mix)), std::nullopt);
}

TEST(Limits, OfTheOtherFamilies) {
    const Machine haswell = cpu("GenuineIntel", 6, 63), golden = cpu("GenuineIntel", 6, 143);
    EXPECT_EQ(limit(haswell, compute_target(Op::add)), 4) << "one adder";
    EXPECT_EQ(limit(haswell, compute_target(Op::fma)), 16);
    EXPECT_EQ(limit(golden, compute_target(Op::mix)), 20) << "two FMAs and an addition";
    EXPECT_EQ(limit(golden, compute_target(Op::fma, Isa::avx512)), 32);
    EXPECT_EQ(limit(golden, memory_target(Level::L1), Work{.read_bytes = 8}), 96);
    EXPECT_EQ(limit(cpu("AuthenticAMD", 26, 0x02), compute_target(Op::mix, Isa::avx512)), 48);
    const Machine n1 = cpu("ARM", 8, 0xd0c), v1 = cpu("ARM", 8, 0xd40);
    EXPECT_EQ(limit(n1, compute_target(Op::fma, Isa::neon)), 8);
    EXPECT_EQ(limit(v1, compute_target(Op::fma, Isa::neon)), 16);
    EXPECT_EQ(limit(v1, compute_target(Op::fma, Isa::sve)), 16) << "two pipes of 256 bit";
}

Roof fma_roof(double per_cycle, int threads = 1) {
    Series series = series_of(compute_target(), std::vector<double>(13, per_cycle * 3e9 * threads));
    series.target.threads = threads;
    if (threads > 1) series.target.scope = Scope::device;
    for (Block& block : series.blocks) set_clock(block, 3e9);
    return build(samples_of({series})).roofs.at(0);
}

TEST(Limits, ScaleWithClockAndCores) {
    const Roof one = fma_roof(15.6);
    EXPECT_DOUBLE_EQ(one.limit->value, 48e9);
    EXPECT_DOUBLE_EQ(*one.fraction, 15.6 / 16);
    EXPECT_EQ(one.limit->source, "amd-zen2.json: 16.0 FLOP per cycle and core");
    const Roof two = fma_roof(15.6, 2);
    EXPECT_DOUBLE_EQ(two.limit->value, 96e9);
    EXPECT_DOUBLE_EQ(*two.fraction, 15.6 / 16);
    EXPECT_DOUBLE_EQ(*two.per_cycle, 15.6);
}

TEST(Limits, ABreachIsSuspectAndNeverClipped) {
    EXPECT_EQ(fma_roof(16 * 1.029).status, Status::measured);
    const Roof roof = fma_roof(16 * 1.031);
    EXPECT_EQ(roof.status, Status::suspect);
    EXPECT_DOUBLE_EQ(*roof.value, 16 * 1.031 * 3e9);
    EXPECT_GT(*roof.fraction, 1.03);
    EXPECT_NE(roof.reason.find("above the limit of amd-zen2.json"), std::string::npos) << roof.reason;
}

TEST(Limits, NeedAMeasuredClock) {
    const Roof roof =
        build(samples_of({series_of(compute_target(), std::vector<double>(13, 1e15))})).roofs.at(0);
    EXPECT_FALSE(roof.limit);
    EXPECT_FALSE(roof.fraction);
    EXPECT_EQ(roof.status, Status::measured);
}

}  // namespace
}  // namespace mansard::ceilings
