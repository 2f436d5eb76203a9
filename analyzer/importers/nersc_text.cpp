// The text file of NERSC's roofline plots: keywords with lists. It gives rates and intensities, no times.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/finite.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

int sniff(const std::filesystem::path&, std::string_view head) {
    const auto has = [&](std::string_view word) {
        return head.starts_with(word) || head.find("\n" + std::string(word)) != std::string_view::npos;
    };
    const bool roofs = has("memroofs") && has("comproofs");
    if (roofs) return 95;
    return has("FLOPS ") && (has("AI ") || has("AI_")) ? 85 : 0;
}

struct List {
    std::size_t line = 0;
    std::vector<std::string> values{};
};
using Lists = std::map<std::string, List, std::less<>>;

/// Numbers by spaces; 'names' in quotes, which may touch.
std::vector<std::string> values_of(std::string_view text) {
    std::vector<std::string> values;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == ' ' || c == '\t' || c == '\r' || c == ',') {
            ++at;
        } else if (c == '\'' || c == '"') {
            const std::size_t end = std::min(text.find(c, at + 1), text.size());
            values.push_back(escape_invalid_utf8(text.substr(at + 1, end - at - 1)));
            at = end + 1;
        } else {
            const std::size_t end = std::min(text.find_first_of(" \t\r,'\"", at), text.size());
            values.push_back(escape_invalid_utf8(text.substr(at, end - at)));
            at = end;
        }
    }
    return values;
}

Lists read_lists(std::string_view text) {
    Lists lists;
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view content = text.substr(at, end - at);
        at = end + 1;
        ++line;
        content = content.substr(0, content.find('#'));
        const std::size_t start = content.find_first_not_of(" \t\r");
        if (start == std::string_view::npos) continue;
        content.remove_prefix(start);
        const std::size_t space = std::min(content.find_first_of(" \t"), content.size());
        if (lists.size() < 64)
            lists.try_emplace(std::string(content.substr(0, space)),
                              List{.line = line, .values = values_of(content.substr(space))});
    }
    return lists;
}

std::optional<Level> level_of(std::string_view key) {
    if (key == "AI" || key == "AI_HBM" || key == "AI_DRAM" || key == "AI_MCDRAM" || key == "AI_DDR")
        return Level::DRAM;
    if (key == "AI_L1") return Level::L1;
    if (key == "AI_L2") return Level::L2;
    return key == "AI_L3" ? std::optional(Level::L3) : std::nullopt;
}

/// The list's value at `index`, and a reason where there is none.
std::optional<double> number_at(const List& list, std::string_view key, std::size_t index,
                                std::string& fault) {
    if (index >= list.values.size()) return std::nullopt;
    const ReadNumber number = read_number(std::string_view(list.values[index]));
    if (number.fault == nullptr) return number.value;
    if (fault.empty()) fault = fault_text(key, list.values[index], number.fault);
    return std::nullopt;
}

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    const Lists lists = read_lists(read_file(path));
    Profile profile{.source = input_name(path), .format = "nersc-text"};
    const auto flops = lists.find("FLOPS");
    if (flops == lists.end() || flops->second.values.empty())
        throw Error(Exit::bad_input, "it lists roofs only, and no points",
                    {.where = profile.source, .expected = "a line FLOPS with the points' GFLOP/s"});
    const auto labels = lists.find("labels");
    for (std::size_t i = 0; i < flops->second.values.size(); ++i) {
        ++profile.records;
        const bool named = labels != lists.end() && i < labels->second.values.size();
        Point point{.name = named ? labels->second.values[i] : fmt::format("point {}", i + 1),
                    .granularity = Granularity::region,
                    .seconds = 1};
        std::string fault;
        const auto rate = number_at(flops->second, "FLOPS", i, fault);
        for (const auto& [key, list] : lists) {
            const auto level = level_of(key);
            if (!level || !rate) continue;
            const auto intensity = number_at(list, key, i, fault);
            if (intensity && *intensity > 0)
                point.bytes.push_back(
                    {.level = *level, .basis = Basis::traffic, .count = *rate * 1e9 / *intensity});
        }
        if (!rate || !fault.empty()) {
            profile.rejected.push_back(
                {.record = fmt::format("{}, line {}", profile.source, flops->second.line),
                 .name = point.name,
                 .reason = std::move(fault)});
            continue;
        }
        point.flops.push_back({.count = *rate * 1e9});
        keep_finite(point);
        profile.points.push_back(std::move(point));
    }
    profile.notes.push_back({.code = "rates_only",
                             .text = "The file gives rates and no times: each point stands for one second",
                             .remedy = "read no shares of time from it"});
    if (lists.contains("memroofs") || lists.contains("comproofs"))
        profile.notes.push_back(
            {.code = "roofs_not_used",
             .text = "The roofs in the file are not used: points stand under those of --ceilings",
             .remedy = ""});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nersc_text_importer{
    .name = "nersc-text",
    .summary = "text of NERSC's roofline plots: AI and FLOPS lists",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
