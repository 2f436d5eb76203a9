#include "analyzer/perf/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/embedded.hpp"
#include "core/json.hpp"
#include "core/words.hpp"

namespace mansard::analyzer::perf {
namespace {

constexpr std::string_view no_flops = "no_flop_events", no_bytes = "no_byte_events";

bool has_flops(const Profile& profile) {
    return std::any_of(profile.points.begin(), profile.points.end(),
                       [](const Point& point) { return !point.flops.empty(); });
}

/// Of the memory behind all caches: what a roofline needs first.
bool has_bytes(const Profile& profile) {
    return std::any_of(profile.points.begin(), profile.points.end(), [](const Point& point) {
        return std::any_of(point.bytes.begin(), point.bytes.end(),
                           [](const ByteCount& bytes) { return bytes.level == Level::DRAM; });
    });
}

std::vector<std::string> texts(const Json& entry, const char* key, const std::string& where) {
    std::vector<std::string> out;
    for (const Json& one : member(entry, key, where)) out.push_back(one.get<std::string>());
    return out;
}

}  // namespace

Families::Families() {
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with("configs/metrics/perf/")) continue;
        const std::string where(file.path);
        const Json document = parse_json(file.content(), where);
        const auto entry = document.find("advice");
        if (entry == document.end()) continue;
        families_.push_back({.processors = string_member(*entry, "processors", where),
                             .flops = string_member(*entry, "flops", where),
                             .bytes = string_member(*entry, "bytes", where),
                             .vendors = texts(*entry, "vendors", where),
                             .marks = texts(*entry, "marks", where)});
    }
}

std::string_view Families::vendor_of(std::string_view event) const {
    const std::string name = lower(event);
    std::string_view found;
    for (const Family& family : families_)
        if (std::any_of(family.marks.begin(), family.marks.end(),
                        [&](const std::string& mark) { return name.starts_with(mark); })) {
            if (!found.empty()) return {};
            found = family.vendors.at(0);
        }
    return found;
}

std::string Families::remedy(std::string_view vendor, bool flops) const {
    std::string all;
    for (const Family& family : families_) {
        const std::string one =
            fmt::format("perf stat -x, {} ({})", flops ? family.flops : family.bytes, family.processors);
        if (std::find(family.vendors.begin(), family.vendors.end(), vendor) != family.vendors.end())
            return "count them: " + one;
        all += (all.empty() ? "count them: " : "; ") + one;
    }
    return all;
}

void advise_events(const Families& families, std::string_view vendor, Profile& profile) {
    if (!has_flops(profile))
        profile.notes.push_back({.code = std::string(no_flops),
                                 .text = "None of its events counts floating-point operations: FLOPs are "
                                         "not known",
                                 .remedy = families.remedy(vendor, true)});
    if (!has_bytes(profile))
        profile.notes.push_back(
            {.code = std::string(no_bytes),
             .text = "None of its events counts what memory moves: bytes at DRAM are not known",
             .remedy = families.remedy(vendor, false) + "; name both files: analyze A B"});
}

void settle_advice(std::vector<Profile>& profiles, const ceilings::Ceilings* ceilings) {
    for (Profile& profile : profiles) {
        if (profile.format != "perf-stat") continue;
        // What was joined to another's points has none left, and lacks nothing.
        const bool joined = profile.points.empty() && profile.records > profile.rejected.size();
        const bool flops = joined || has_flops(profile), bytes = joined || has_bytes(profile);
        std::erase_if(profile.notes, [&](const Note& note) {
            return (note.code == no_flops && flops) || (note.code == no_bytes && bytes);
        });
        if (ceilings == nullptr || ceilings->machine.cpu_vendor.empty()) continue;
        const bool lacks = std::erase_if(profile.notes, [](const Note& note) {
                               return note.code == no_flops || note.code == no_bytes;
                           }) > 0;
        if (lacks) advise_events(Families(), ceilings->machine.cpu_vendor, profile);
    }
}

}  // namespace mansard::analyzer::perf
