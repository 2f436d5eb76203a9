#include "analyzer/missing_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/nvidia/counting_command.hpp"
#include "core/error.hpp"
#include "core/words.hpp"

namespace mansard::analyzer {
namespace {

std::string of_nsys(const Profile& profile) {
    return fmt::format("count them in a second run, {}, and give both: mansard analyze counts.csv {}",
                       nvidia::counting_command("counts.csv"), shell_word(printable(profile.source)));
}

std::string of_nvprof(const Profile& profile) {
    return fmt::format(
        "count them in a second run, nvprof --csv --log-file counts.csv --metrics "
        "flop_count_sp,flop_count_dp,flop_count_hp,dram_read_transactions,"
        "dram_write_transactions PROGRAM, and give both: mansard analyze counts.csv {}",
        shell_word(printable(profile.source)));
}

/// One row for each format that may have times alone.
struct Advice {
    std::string_view format;
    std::string (*remedy)(const Profile& profile);
};
constexpr std::array<Advice, 3> advice{
    {{"nsys-csv", of_nsys}, {"nsys-sqlite", of_nsys}, {"nvprof", of_nvprof}}};

}  // namespace

void advise_missing_work(Profile& profile) {
    const auto* const found = std::ranges::find(advice, profile.format, &Advice::format);
    if (found == advice.end() || profile.points.empty()) return;
    bool timed = false;
    for (const Point& point : profile.points) {
        if (!point.flops.empty() || !point.bytes.empty()) return;
        timed = timed || point.seconds;
    }
    if (!timed) return;
    profile.notes.push_back({.code = "times_alone",
                             .text = fmt::format("{} has times, and neither FLOPs nor bytes: no point can be "
                                                 "placed under a roof",
                                                 printable(profile.source)),
                             .remedy = found->remedy(profile)});
}

}  // namespace mansard::analyzer
