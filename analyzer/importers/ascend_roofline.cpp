// MindStudio's roofline of one op: where its points lie under the chip's own roofs, for each path of the
// memory. It has rates and intensities, and neither times nor counts.
#include <fmt/format.h>

#include <cmath>

#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/tolerant_json.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view key = "multiple_rooflines";
constexpr double tera = 1e12;

int sniff(const std::filesystem::path&, std::string_view head) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool object = first != std::string_view::npos && head[first] == '{';
    return object && head.find("\"multiple_rooflines\"") != std::string_view::npos ? 100 : 0;
}

/// What stands at `name`, null where there is nothing.
const Json& part(const Json& object, std::string_view name) {
    static const Json nothing;
    if (!object.is_object()) return nothing;
    const auto found = object.find(name);
    return found == object.end() ? nothing : *found;
}

std::string text_at(const Json& object, std::string_view name) {
    const Json& value = part(object, name);
    return value.is_string() ? escape_invalid_utf8(value.get_ref<const std::string&>()) : std::string();
}

/// A number, or a text that spells one: ratios are written so.
std::optional<double> number_at(const Json& value) {
    const ReadNumber read = value.is_string()
                                ? read_number(std::string_view(value.get_ref<const std::string&>()))
                                : read_number(value);
    return read.fault == nullptr ? std::optional(read.value) : std::nullopt;
}

class Paths {
  public:
    Paths() : config_(parse_json(embedded_file(where), std::string(where))) {}

    std::optional<Level> level_of(std::string_view path) const {
        for (const Json& entry : config_["levels"])
            if (path.find(entry["holds"].get_ref<const std::string&>()) != std::string_view::npos)
                return name_member<Level>(entry, "level", std::string(where));
        return std::nullopt;
    }
    FlopCount work_of(std::string_view unit, double count) const {
        for (const Json& entry : config_["units"])
            if (unit.starts_with(entry["begins"].get_ref<const std::string&>()))
                return {.dtype = name_member<Dtype>(entry, "dtype", std::string(where)),
                        .engine = name_member<Engine>(entry, "engine", std::string(where)),
                        .count = count};
        return {.count = count};
    }

  private:
    static constexpr std::string_view where = "configs/metrics/ascend/roofline_paths.json";
    Json config_;
};

/// The point of one roofline, or why there is none.
std::string read_roofline(const Json& roofline, const Paths& paths, Point& point) {
    const std::string path = text_at(roofline, "bw_name"), unit = text_at(roofline, "computility_name");
    point.name += point.name.empty() ? path : ": " + path;
    if (point.name.empty()) return "it has no name";
    const Json& place = part(roofline, "point");
    if (!place.is_array() || place.size() != 2) return "it has no \"point\" of intensity and rate";
    const auto intensity = number_at(place[0]), rate = number_at(place[1]);
    if (!intensity || !rate) return "its \"point\" has no two numbers that are not negative";
    const double flops = *rate * tera, bytes = flops / *intensity;
    if (!std::isfinite(flops)) return "its rate is beyond the range of numbers";
    point.seconds = 1;
    point.flops.push_back(paths.work_of(unit, flops));
    const auto level = paths.level_of(path);
    if (level && std::isfinite(bytes))
        point.bytes.push_back({.level = *level, .basis = Basis::architectural, .count = bytes});
    if (!level) point.notes.push_back("no level of the memory is known for its path: bytes left out");
    Details details;
    const auto add = [&](std::string name, std::optional<double> value) {
        if (value) details.metrics.push_back({.name = std::move(name), .value = *value});
    };
    const auto bandwidth = number_at(part(roofline, "bw")), top = number_at(part(roofline, "computility"));
    const auto ratio = number_at(part(roofline, "ratio"));
    add("intensity", intensity);
    add("roof_bandwidth_TB_per_s", bandwidth);
    add("roof_compute_TOPS", top);
    add("ratio", ratio);
    if (bandwidth && top && ratio) {
        // Their own definition; a hundredth is more than the digits of the text leave open.
        const double attainable = std::min(*bandwidth * *intensity, *top);
        if (attainable > 0 && std::abs(*rate / attainable - *ratio) > 0.01 * std::max(*ratio, 1e-4))
            point.notes.push_back(
                fmt::format("the file's ratio is {:.4f}, its own point and roofs make {:.4f}", *ratio,
                            *rate / attainable));
    }
    point.details = std::make_shared<const Details>(std::move(details));
    return {};
}

void read_group(const Json& group, const std::string& advice, const Paths& paths, Profile& profile) {
    const std::string title = text_at(group, "title");
    const Json& rooflines = part(group, "rooflines");
    const auto reject = [&](std::string where, std::string name, std::string reason) {
        profile.rejected.push_back(
            {.record = std::move(where), .name = std::move(name), .reason = std::move(reason)});
    };
    if (!rooflines.is_array() || rooflines.empty()) {
        ++profile.records;
        return reject(fmt::format("{}, \"{}\"", profile.source, printable(title, 60)), title,
                      "it has no rooflines");
    }
    for (std::size_t i = 0; i < rooflines.size(); ++i) {
        ++profile.records;
        Point point{.name = title, .granularity = Granularity::op};
        std::string fault = read_roofline(rooflines[i], paths, point);
        if (!fault.empty()) {
            reject(fmt::format("{}, \"{}\", roofline {}", profile.source, printable(title, 60), i + 1),
                   point.name, std::move(fault));
            continue;
        }
        Details details = *point.details;
        details.verdict = advice;
        point.details = std::make_shared<const Details>(std::move(details));
        profile.points.push_back(std::move(point));
    }
}

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    const std::string content = read_file(path);
    const TolerantJson read = parse_tolerantly(content, input_name(path), key);
    Profile profile{.source = input_name(path), .format = "ascend-roofline", .device = "Ascend NPU"};
    const Json& groups = part(read.document, key);
    const std::string advice = text_at(read.document, "advice");
    const Paths paths;
    if (groups.is_array())
        for (const Json& group : groups) read_group(group, advice, paths, profile);
    if (profile.records == 0)
        throw Error(Exit::bad_input, "there are no rooflines in it",
                    {.where = input_name(path),
                     .expected = "\"multiple_rooflines\" with \"title\" and \"rooflines\"",
                     .remedy = "export the roofline again, or give op_summary_*.csv"});
    profile.notes.push_back(
        {.code = "rates_only",
         .text = "The file gives rates and no times: each point stands for one second",
         .remedy = "read no shares of time from it; its own roofs and ratios are in each point's metrics"});
    if (!read.cut_at.empty())
        profile.notes.push_back({.severity = Severity::warning,
                                 .code = "truncated",
                                 .text = "the file breaks off at " + read.cut_at,
                                 .remedy = "copy it again"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc ascend_roofline_importer{
    .name = "ascend-roofline",
    .summary = "Ascend: MindStudio's roofline JSON of one op, rates and intensities of each path",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
