// The JSON twin of mansard's CSV: {"schema": "mansard.points/1", "points": [{"name": …, "seconds": …}]}.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "analyzer/fields.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/own_json.hpp"
#include "analyzer/steps.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view schema = "mansard.points/1";

int sniff(const std::filesystem::path&, std::string_view head) {
    return sniff_own_json(head, "mansard.points/");
}

/// One point's members into `builder`; what is not known goes to `unknown`.
class PointReader {
  public:
    PointReader(PointBuilder& builder, std::set<std::string>& unknown)
        : builder_(builder), unknown_(unknown) {}

    void read(const Json& point) {
        seen_.clear();
        for (const auto& [key, value] : point.items()) {
            if (value.is_null()) continue;
            if (key == "flops")
                group(value, key, "flops_");
            else if (key == "bytes")
                group(value, key, "bytes_");
            else if (key == "basis")
                basis(value);
            else
                field(key, value);
        }
    }

  private:
    void field(const std::string& key, const Json& value) {
        const Field field = parse_field(key);
        if (field.kind == Field::Kind::unknown) return static_cast<void>(unknown_.insert(printable(key, 40)));
        // "flops_f64" and "flops": {"f64": …} are one column.
        if (std::find(seen_.begin(), seen_.end(), field) != seen_.end())
            return builder_.reject(stands_twice(key));
        seen_.push_back(field);
        if (!field.is_text()) return builder_.set_number(field, read_number(value), key, spelled(value));
        if (!value.is_string()) return builder_.reject(fault_text(key, spelled(value), "is no text"));
        builder_.set_text(field, value.get_ref<const std::string&>());
    }

    /// "flops": {"f64": 1e9} says what "flops_f64": 1e9 does; a level's bytes may be {"read": …, "written":
    /// …}.
    void group(const Json& values, const std::string& key, const std::string& prefix) {
        if (!values.is_object()) return builder_.reject(fault_text(key, spelled(values), "is no object"));
        for (const auto& [inner, value] : values.items()) {
            if (value.is_object() && key == "bytes") {
                for (const auto& [part, count] : value.items()) field(prefix + inner + "_" + part, count);
            } else if (!value.is_null()) {
                field(prefix + inner, value);
            }
        }
    }

    void basis(const Json& value) {
        const auto named = value.is_string() ? parse_name<Basis>(value.get<std::string>()) : std::nullopt;
        if (!named)
            return builder_.reject(
                fault_text("basis", spelled(value), "is neither architectural nor traffic"));
        builder_.set_basis(*named);
    }

    PointBuilder& builder_;
    std::set<std::string>& unknown_;
    std::vector<Field> seen_{};  ///< of the point; a few
};

/// What the file says of the profile as a whole.
void read_top(const Json& document, Profile& profile) {
    profile.device = optional_string(document, "device", profile.source);
    const auto wall = document.find("seconds_wall");
    if (wall == document.end() || wall->is_null()) return;
    const ReadNumber number = read_number(*wall);
    if (number.fault != nullptr || number.value <= 0)
        throw Error(Exit::bad_input, "\"seconds_wall\" is no positive number", {.where = profile.source});
    profile.seconds_wall = number.value;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    Profile profile{.source = input_name(path), .format = "mansard-json"};
    const TolerantJson json = read_own_json(path, profile.source, schema);
    const Json& document = json.document;
    const Json& points = member(document, "points", profile.source);
    read_top(document, profile);
    PointBuilder builder(profile.arenas.add());
    std::set<std::string> unknown;
    PointReader reader(builder, unknown);
    for (const Json& point : points) {
        builder.start();
        const auto twice = json.repeated_in_row.find(profile.records);
        if (twice != json.repeated_in_row.end()) builder.reject(stands_twice(twice->second));
        if (point.is_object())
            reader.read(point);
        else
            builder.reject("it is no JSON object");
        if (builder.reason().empty())
            profile.points.push_back(builder.finish());
        else
            profile.rejected.push_back(
                {.record = fmt::format("{}, points[{}]", profile.source, profile.records),
                 .name = builder.name(),
                 .reason = builder.reason()});
        ++profile.records;
    }
    if (!unknown.empty())
        profile.notes.push_back(
            {.code = "members_ignored",
             .text = fmt::format("{} has members without a meaning here, which are left out: {}",
                                 printable(profile.source), fmt::join(unknown, ", ")),
             .remedy = "known are " + std::string(field_vocabulary())});
    note_if_cut(json, profile);
    skip_steps(profile, options.skip_steps);
    sum_steps(profile);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc mansard_json_importer{
    .name = "mansard-json",
    .summary = "mansard's own JSON (mansard.points/1), the twin of its CSV",
    .sniff = sniff,
    .import = import,
    .heeds = {.skip_steps = true}};

}  // namespace mansard::analyzer
