// Which roofs stand for a file, and what the comparison makes of them.
#include "ceilings/verify.hpp"

#include <gtest/gtest.h>

#include "ceilings/build.hpp"
#include "ceilings/fingerprint.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Target on_two_cores(Target target) {
    target.scope = Scope::device;
    target.threads = 2;
    return target;
}

/// Rates scaled by `factor`, latencies untouched: every roof with 13 equal blocks.
Ceilings example(double factor = 1) {
    const auto beyond_the_caches = [](Series series) {
        if (series.target.level == Level::DRAM) series.working_set_bytes = 256.0 * 1024 * 1024;
        return series;
    };
    const auto series = [&](const Target& target, double value) {
        return beyond_the_caches(series_of(target, std::vector<double>(13, value * factor)));
    };
    return build(samples_of(
        {series(compute_target(Op::fma), 40), series(compute_target(Op::mix), 50),
         series(compute_target(Op::fma, Isa::scalar), 5), series(on_two_cores(compute_target(Op::mix)), 100),
         series(compute_target(Op::fma, Isa::avx2, Dtype::f32), 80),
         series(memory_target(Level::L1, Pattern::store), 150), series(memory_target(Level::L1), 200),
         series(memory_target(Level::L2), 90), series(memory_target(Level::L3, Pattern::copy), 60),
         series(memory_target(Level::DRAM), 20), series(memory_target(Level::L2, Pattern::load, 2), 180),
         series(memory_target(Level::DRAM, Pattern::load, 2), 26),
         series_of(latency_target(Level::L1), std::vector<double>(13, 1e-9)),
         beyond_the_caches(series_of(latency_target(Level::DRAM), std::vector<double>(13, 9e-8)))}));
}

std::vector<std::string> ids(const std::vector<Roof>& roofs) {
    std::vector<std::string> out;
    for (const Roof& roof : roofs) out.push_back(roof.id);
    return out;
}

TEST(Representatives, OneOfEachKind) {
    EXPECT_EQ(ids(representatives(example())),
              (std::vector<std::string>{"cpu.core.compute.f64.avx2.mix", "cpu.device.compute.f64.avx2.mix",
                                        "cpu.core.compute.f32.avx2.fma", "cpu.core.bandwidth.L1.load",
                                        "cpu.core.bandwidth.L2.load", "cpu.core.bandwidth.L3.copy",
                                        "cpu.core.bandwidth.DRAM.load", "cpu.device.bandwidth.DRAM.load",
                                        "cpu.core.latency.DRAM.chase"}));
}

TEST(Representatives, OnlyMeasuredRoofsStand) {
    Ceilings ceilings = example();
    for (Roof& roof : ceilings.roofs) {
        if (roof.id == "cpu.core.compute.f64.avx2.mix") roof.status = Status::suspect;
        if (roof.id == "cpu.core.latency.DRAM.chase") roof.kernel.clear();
    }
    const auto chosen = ids(representatives(ceilings));
    EXPECT_EQ(chosen.front(), "cpu.core.compute.f64.avx2.fma");
    EXPECT_EQ(chosen.back(), "cpu.core.latency.L1.chase");
    EXPECT_TRUE(representatives(Ceilings{}).empty());
}

TEST(Verify, AWholeMachineThatIsTheSame) {
    const Ceilings file = example();
    const auto chosen = representatives(file);
    const Verification verification = verify(file, "c.json", chosen, example(1.01));
    EXPECT_EQ(verification.verdict, Verdict::same);
    EXPECT_EQ(exit_status(verification), Exit::ok);
    EXPECT_EQ(verification.roofs.size(), chosen.size());
}

TEST(Verify, OneRoofThatDriftedDecides) {
    const Ceilings file = example();
    Ceilings now = example();
    for (Roof& roof : now.roofs)
        if (roof.id == "cpu.core.bandwidth.L2.load") {
            roof.value = 80;
            roof.ci95 = Interval{79, 81};
        } else if (roof.id == "cpu.core.bandwidth.L1.load") {
            roof.ci95 = Interval{180, 220};
        }
    const auto chosen = representatives(file);
    const Verification verification = verify(file, "c.json", chosen, now);
    EXPECT_EQ(verification.verdict, Verdict::changed);
    EXPECT_EQ(exit_status(verification), Exit::gate_failed);
    const std::string text = show_verification(verification, Format::text);
    for (const char* part : {"c.json: drifted", "cpu.core.bandwidth.L2.load", "90.0 B/s", "80.0 B/s",
                             "0.8889", "slower", "undecided", "same"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_TRUE(
        show_verification(verification, Format::csv)
            .starts_with("id,unit,then,then_low,then_high,now,now_low,now_high,blocks,ratio,ratio_low,"
                         "ratio_high,verdict,reason\r\n"));
    EXPECT_NE(show_verification(verification, Format::md).find("| cpu.core.bandwidth.L2.load |"),
              std::string::npos);
}

TEST(Verify, WhatWasNotMeasuredAgainIsUndecided) {
    const Ceilings file = example();
    Ceilings now = example();
    std::erase_if(now.roofs, [](const Roof& roof) { return roof.id == "cpu.core.bandwidth.L2.load"; });
    const auto chosen = representatives(file);
    const Verification verification = verify(file, "c.json", chosen, now);
    EXPECT_EQ(verification.verdict, Verdict::undecided);
    EXPECT_EQ(exit_status(verification), Exit::suspect);
    const Json json = parse_json(show_verification(verification, Format::json), "verification");
    EXPECT_EQ(json["verdict"], "undecided");
    EXPECT_EQ(json["roofs"][4]["reason"], "the second is absent: not measured again");
    EXPECT_TRUE(json["roofs"][4]["interval"].is_null());
    EXPECT_EQ(verify(file, "c.json", {}, now).verdict, Verdict::undecided) << "nothing proves nothing";
}

TEST(Verify, WhatDisturbedItIsTold) {
    const Ceilings file = example();
    Ceilings now = example();
    now.notes = {{.code = "steal", .text = "the hypervisor took 12 %", .remedy = "wait"},
                 {.code = "no_port_limits", .text = "no limits are known", .remedy = ""}};
    const auto chosen = representatives(file);
    const std::string text = show_verification(verify(file, "c.json", chosen, now), Format::text);
    EXPECT_NE(text.find("the hypervisor took 12 % (wait)"), std::string::npos) << text;
    EXPECT_EQ(text.find("no limits are known"), std::string::npos) << "the file has said so";
}

TEST(Verify, AQuickCalibrationSaysThatLittleCanBeDecided) {
    Ceilings file = example();
    EXPECT_EQ(show_verification(verify(file, "c.json", representatives(file), example()), Format::text)
                  .find("fewer than 13 blocks"),
              std::string::npos);
    file.plan = "quick";
    for (Roof& roof : file.roofs) {
        roof.samples = 1;
        roof.ci95.reset();
    }
    const Verification verification = verify(file, "c.json", representatives(file), example());
    EXPECT_EQ(verification.verdict, Verdict::undecided);
    const std::string text = show_verification(verification, Format::text);
    EXPECT_NE(text.find("9 of these 9 roofs rest on fewer than 13 blocks in c.json"), std::string::npos)
        << text;
    EXPECT_NE(text.find("calibrate by the standard plan"), std::string::npos) << text;
    file.plan = "standard";
    const Verification cut = verify(file, "c.json", representatives(file), example());
    const std::string told = show_verification(cut, Format::text);
    EXPECT_EQ(told.find("by the standard plan"), std::string::npos) << "it was that already: " << told;
    EXPECT_NE(told.find("its plan, standard, had no time for more"), std::string::npos) << told;
}

TEST(Fingerprint, AnotherMachineIsRefusedWithWhatDiffers) {
    EXPECT_NO_THROW(require_same_machine(zen2(), zen2(), "c.json"));
    Machine other = zen2();
    other.microcode = "0xbeef";
    other.cpus_used = {0};
    try {
        require_same_machine(zen2(), other, "c.json");
        FAIL() << "accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        for (const char* part : {"c.json", "microcode: 0xa0011d5 and 0xbeef", "CPUs used: 0 1 and 0"})
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
}

TEST(Resumed, RoofsOfAResumedRunAreFlagged) {
    Samples samples = samples_of({series_of(compute_target(), std::vector<double>(13, 1.0)),
                                  series_of(compute_target(Op::fma, Isa::avx512), {})});
    EXPECT_TRUE(build(samples).roofs[0].flags.empty());
    samples.resumed = 1;
    const Ceilings built = build(samples);
    EXPECT_EQ(built.roofs[0].flags, std::vector<std::string>{"resumed"});
    EXPECT_TRUE(built.roofs[1].flags.empty()) << "an absent roof rests on nothing";
    EXPECT_EQ(built.roofs[0].status, Status::measured);
}

}  // namespace
}  // namespace mansard::ceilings
