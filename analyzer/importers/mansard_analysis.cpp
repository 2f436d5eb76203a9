// mansard's own analysis (mansard.analysis/1): the points that `analyze --format json` wrote, as they were
// imported, so that joined profiles can be compared and placed under other roofs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/own_json.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view schema = "mansard.analysis/1";

int sniff(const std::filesystem::path&, std::string_view head) {
    return sniff_own_json(head, "mansard.analysis/");
}

/// The members of one object; the first that is not what it should be makes the point a rejected one.
class Members {
  public:
    Members(const Json& object, std::string& fault) : object_(object), fault_(fault) {
        if (!object.is_object()) fail("it is no JSON object");
    }

    std::optional<double> number(const char* key) {
        const Json* value = find(key);
        if (value == nullptr) return std::nullopt;
        const ReadNumber number = read_number(*value);
        if (number.fault == nullptr) return number.value;
        fail(fault_text(key, spelled(*value), number.fault));
        return std::nullopt;
    }
    double amount(const char* key) {
        const auto value = number(key);
        if (!value) fail(fmt::format("it has no \"{}\"", key));
        return value.value_or(0);
    }
    std::string text(const char* key) {
        const Json* value = find(key);
        if (value == nullptr) return {};
        if (value->is_string()) return value->get<std::string>();
        fail(fault_text(key, spelled(*value), "is no text"));
        return {};
    }
    template <typename E>
    E named(const char* key, E otherwise) {
        if (find(key) == nullptr) return otherwise;
        const std::string name = text(key);
        const auto value = parse_name<E>(name);
        if (!value) fail(fault_text(key, name, "is none of its names"));
        return value.value_or(otherwise);
    }
    /// Calls `read` with each element.
    template <typename Read>
    void each(const char* key, const Read& read) {
        const Json* array = find(key);
        if (array == nullptr) return;
        if (!array->is_array()) return fail(fault_text(key, spelled(*array), "is no array"));
        for (const Json& element : *array) read(element);
    }
    std::vector<std::string> texts(const char* key) {
        std::vector<std::string> all;
        each(key, [&](const Json& element) {
            if (element.is_string())
                all.push_back(element.get<std::string>());
            else
                fail(fault_text(key, spelled(element), "is no text"));
        });
        return all;
    }
    const Json* find(const char* key) const {
        if (!object_.is_object()) return nullptr;
        const auto found = object_.find(key);
        return found == object_.end() || found->is_null() ? nullptr : &*found;
    }
    std::string& fault() { return fault_; }

  private:
    void fail(std::string what) {
        if (fault_.empty()) fault_ = std::move(what);
    }

    const Json& object_;
    std::string& fault_;
};

std::optional<CallTimes> call_times_of(Members& from) {
    const Json* times = from.find("call_seconds");
    if (times == nullptr) return std::nullopt;
    Members members(*times, from.fault());
    CallTimes out{
        .min = members.amount("min"), .median = members.amount("median"), .max = members.amount("max")};
    std::vector<double> ends;
    members.each("ci95", [&](const Json& end) {
        const ReadNumber number = read_number(end);
        if (number.fault == nullptr) ends.push_back(number.value);
    });
    if (ends.size() == 2 && ends[0] <= ends[1]) out.ci95 = Interval{ends[0], ends[1]};
    return out;
}

std::shared_ptr<const Details> details_of(Members& from) {
    constexpr std::array keys{"launch_id",    "grid",     "block",    "shapes",  "regions",
                              "call_seconds", "clock_hz", "coverage", "metrics", "profiler_verdict"};
    if (std::none_of(keys.begin(), keys.end(), [&](const char* key) { return from.find(key) != nullptr; }))
        return nullptr;
    Details details{.grid = from.text("grid"),
                    .block = from.text("block"),
                    .shapes = from.text("shapes"),
                    .regions = from.texts("regions"),
                    .call_seconds = call_times_of(from),
                    .clock_hz = from.number("clock_hz"),
                    .coverage = from.number("coverage"),
                    .verdict = from.text("profiler_verdict")};
    constexpr double most_launches = 9e15;  // what a double still counts one by one
    if (const auto launch = from.number("launch_id"); launch && *launch < most_launches)
        details.launch = static_cast<std::int64_t>(*launch);
    from.each("metrics", [&](const Json& metric) {
        Members members(metric, from.fault());
        details.metrics.push_back({.name = members.text("name"), .value = members.amount("value")});
    });
    return std::make_shared<const Details>(std::move(details));
}

bool is_true(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

Point read_point(const Json& json, std::string& fault) {
    Members members(json, fault);
    Point point{.name = members.text("name"),
                .granularity = members.named("granularity", Granularity::kernel),
                .device = members.text("device"),
                .category = members.text("category"),
                .step = members.text("step"),
                .calls = members.number("calls").value_or(1),
                .seconds = members.number("seconds"),
                .notes = members.texts("notes"),
                .details = details_of(members)};
    if (point.name.empty() && fault.empty()) fault = "it has no name";
    if (point.calls <= 0 && fault.empty()) fault = "its number of calls is none";
    constexpr double most_threads = 1e6;
    if (const auto threads = members.number("threads"); threads && *threads >= 1 && *threads <= most_threads)
        point.threads = static_cast<int>(*threads);
    members.each("flops_detail", [&](const Json& flops) {
        Members one(flops, fault);
        point.flops.push_back({.dtype = one.named("dtype", Dtype::unknown),
                               .engine = one.named("engine", Engine::vector),
                               .count = one.amount("count"),
                               .how = one.named("how", How::counted),
                               .at_least = is_true(flops, "lower_bound")});
    });
    members.each("bytes_detail", [&](const Json& bytes) {
        Members one(bytes, fault);
        point.bytes.push_back({.level = one.named("level", Level::L1),
                               .basis = one.named("basis", Basis::architectural),
                               .how = one.named("how", How::counted),
                               .at_least = is_true(bytes, "lower_bound"),
                               .read = one.number("read"),
                               .written = one.number("written"),
                               .count = one.amount("count")});
    });
    return point;
}

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    Profile profile{.source = input_name(path), .format = "mansard-analysis"};
    const TolerantJson json = read_own_json(path, profile.source, schema);
    const Json& document = json.document;
    const Json& points = member(document, "points", profile.source);
    std::string fault;
    // Those of a whole file are no longer those of a part.
    if (const auto summary = document.find("summary"); summary != document.end() && json.cut_at.empty()) {
        Members members(*summary, fault);
        const auto positive = [&](const char* key) {
            const auto value = members.number(key);
            return value && *value > 0 ? value : std::nullopt;
        };
        profile.seconds_wall = positive("seconds_wall");
        profile.seconds_busy = positive("seconds_busy");
    }
    for (const Json& one : points) {
        fault.clear();
        Point point = read_point(one, fault);
        if (fault.empty())
            profile.points.push_back(std::move(point));
        else
            profile.rejected.push_back(
                {.record = fmt::format("{}, points[{}]", profile.source, profile.records),
                 .name = std::move(point.name),
                 .reason = std::move(fault)});
        ++profile.records;
    }
    profile.notes.push_back(
        {.code = "analyzed_before",
         .text = fmt::format("{} is an analysis: its points are placed anew, what it says of "
                             "steps, regions and roofs is not read",
                             printable(profile.source)),
         .remedy = ""});
    note_if_cut(json, profile);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc mansard_analysis_importer{
    .name = "mansard-analysis",
    .summary = "an analysis as JSON (mansard.analysis/1): its points, to be placed or compared again",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
