#include "core/sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/document.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/statistics.hpp"

namespace mansard {
namespace {

constexpr double steady_clock_ratio = 0.03;
// Interrupts and timer ticks take less than 1 % of 2 ms; another program takes its slice of a millisecond and
// more.
constexpr double disturbing_wait = 0.05;

Json to_json(const Work& work) {
    return {{"flops", work.flops},
            {"ops", work.ops},
            {"read_bytes", work.read_bytes},
            {"written_bytes", work.written_bytes},
            {"nontemporal", work.nontemporal}};
}

Work work_from_json(const Json& object, const std::string& where) {
    const Json& nontemporal = member(object, "nontemporal", where);
    return {.flops = number_member(object, "flops", where),
            .ops = number_member(object, "ops", where),
            .read_bytes = number_member(object, "read_bytes", where),
            .written_bytes = number_member(object, "written_bytes", where),
            .nontemporal = nontemporal.is_boolean() && nontemporal.get<bool>()};
}

Json to_json(const Block& block) {
    Json object{{"phase", std::string(name_of(block.phase))},
                {"round", block.round},
                {"at_s", block.at_s},
                {"elements", block.elements},
                {"seconds", block.seconds},
                {"waits_s", block.waits},
                {"clock_hz_before", or_null(block.clock_hz_before)},
                {"clock_hz_after", or_null(block.clock_hz_after)},
                {"steal_s", block.steal_s},
                {"throttled_s", block.throttled_s},
                {"involuntary_switches", block.involuntary_switches},
                {"waited_s", block.waited_s},
                {"faults", block.faults},
                {"repeated", block.repeated}};
    if (block.gpu) object["gpu"] = to_json(*block.gpu);
    return object;
}

long long_member(const Json& object, std::string_view key, const std::string& where) {
    const double value = number_member(object, key, where);
    if (!(std::abs(value) < 1e18))
        throw Error(Exit::bad_input, fmt::format("\"{}\" is {}", key, value),
                    {.where = where, .expected = "a count"});
    return static_cast<long>(value);
}

std::vector<std::string> strings(const Json& array, const std::string& where) {
    std::vector<std::string> out;
    for (const Json& text : array) {
        if (!text.is_string())
            throw Error(Exit::bad_input, "not a string", {.where = where, .expected = "strings"});
        out.push_back(text.get<std::string>());
    }
    return out;
}

Block block_from_json(const Json& object, const std::string& where) {
    Block block{.phase = name_member<Phase>(object, "phase", where),
                .round = int_member(object, "round", where),
                .at_s = number_member(object, "at_s", where),
                .elements = number_member(object, "elements", where),
                .clock_hz_before = optional_number(object, "clock_hz_before", where),
                .clock_hz_after = optional_number(object, "clock_hz_after", where),
                .steal_s = number_member(object, "steal_s", where),
                .throttled_s = number_member(object, "throttled_s", where),
                .involuntary_switches = long_member(object, "involuntary_switches", where),
                .waited_s = optional_number(object, "waited_s", where).value_or(0),
                .faults = strings(member(object, "faults", where), where)};
    const auto repeated = object.find("repeated");
    block.repeated = repeated != object.end() && repeated->is_boolean() && repeated->get<bool>();
    if (object.contains("gpu")) block.gpu = gpu_state_from_json(object.at("gpu"), where + ".gpu");
    for (const Json& seconds : list_member(object, "seconds", where)) {
        if (!seconds.is_number() || seconds.get<double>() <= 0)
            throw Error(Exit::bad_input, "a trial's time is no positive number",
                        {.where = where, .expected = "seconds > 0"});
        block.seconds.push_back(seconds.get<double>());
    }
    if (const auto waits = object.find("waits_s"); waits != object.end()) {
        for (const Json& wait : *waits) {
            if (!wait.is_number() || wait.get<double>() < 0)
                throw Error(Exit::bad_input, "a trial's wait is no time",
                            {.where = where, .expected = "seconds >= 0"});
            block.waits.push_back(wait.get<double>());
        }
        if (!block.waits.empty() && block.waits.size() != block.seconds.size())
            throw Error(Exit::bad_input, "not every trial has its wait",
                        {.where = where, .expected = "as many waits_s as seconds, or none"});
    }
    for (const auto& clock : {block.clock_hz_before, block.clock_hz_after})
        if (clock && !(*clock > 0))
            throw Error(Exit::bad_input, "a clock reading is no frequency",
                        {.where = where, .expected = "clock_hz > 0, or null"});
    if (block.seconds.empty())
        throw Error(Exit::bad_input, "a block without trials",
                    {.where = where, .expected = "at least one time"});
    return block;
}

Json to_json(const Series& series) {
    Json blocks = Json::array();
    for (const Block& block : series.blocks) blocks.push_back(to_json(block));
    return {{"target", to_json(series.target)},
            {"kernel", series.kernel},
            {"variant", series.variant},
            {"instruction", series.instruction},
            {"work", to_json(series.work)},
            {"working_set_bytes", series.working_set_bytes},
            {"huge_page_fraction", series.huge_page_fraction},
            {"absent_reason", series.absent_reason},
            {"notes", to_json(series.notes)},
            {"blocks", std::move(blocks)}};
}

Json to_json(const Request& request) {
    return {{"plan_file", request.plan_file.empty() ? Json(nullptr) : Json(request.plan_file)},
            {"filters", request.filters},
            {"budget_s", or_null(request.budget_s)}};
}

Request request_from_json(const Json& object, const std::string& where) {
    return {.plan_file = optional_string(object, "plan_file", where),
            .filters = strings(list_member(object, "filters", where), where + ".filters"),
            .budget_s = optional_number(object, "budget_s", where)};
}

Series series_from_json(const Json& object, const std::string& where) {
    Series series{.target = target_from_json(member(object, "target", where), where + ".target"),
                  .kernel = string_member(object, "kernel", where),
                  .variant = string_member(object, "variant", where),
                  .instruction = string_member(object, "instruction", where),
                  .work = work_from_json(member(object, "work", where), where + ".work"),
                  .working_set_bytes = number_member(object, "working_set_bytes", where),
                  .huge_page_fraction = number_member(object, "huge_page_fraction", where),
                  .absent_reason = string_member(object, "absent_reason", where),
                  .notes = notes_from_json(member(object, "notes", where), where + ".notes")};
    if (series.target.threads < 1)
        throw Error(Exit::bad_input, "a measurement by no thread",
                    {.where = where, .expected = "threads >= 1"});
    int index = 0;
    for (const Json& block : list_member(object, "blocks", where)) {
        const std::string place = fmt::format("{}.blocks[{}]", where, index++);
        series.blocks.push_back(block_from_json(block, place));
        const double value = block_rate(series, series.blocks.back());
        if (!(value > 0) || !std::isfinite(value))
            throw Error(Exit::bad_input, "the block's rate is no positive number",
                        {.where = place, .expected = "work, elements and seconds that make one"});
    }
    return series;
}

}  // namespace

bool is_steady(const Block& block) {
    if (is_throttled(block)) return false;
    if (!block.clock_hz_before || !block.clock_hz_after) return true;
    const double ratio = *block.clock_hz_after / *block.clock_hz_before;
    return std::abs(ratio - 1) < steady_clock_ratio;
}

bool is_throttled(const Block& block) {
    return block.throttled_s > 0 || (block.gpu && !block.gpu->throttle_reasons.empty());
}

bool is_left_alone(const Block& block) {
    std::size_t disturbed = 0;
    for (std::size_t i = 0; i < block.waits.size(); ++i)
        disturbed += block.waits[i] >= disturbing_wait * block.seconds[i];
    return disturbed == 0 || 2 * disturbed < block.seconds.size();
}

bool is_valid(const Block& block) {
    return is_steady(block) && is_left_alone(block);
}

bool is_of_sweep(const Series& series) {
    if (series.blocks.empty()) return series.target.kind != Kind::compute && !series.target.level;
    return std::all_of(series.blocks.begin(), series.blocks.end(),
                       [](const Block& block) { return block.phase == Phase::sweep; });
}

double rate(const Target& target, const Work& work, double elements, double seconds) {
    switch (target.kind) {
        case Kind::bandwidth:
        case Kind::pipeline:
            return (work.read_bytes + work.written_bytes) * elements / seconds;
        case Kind::latency:
            return seconds / elements;
        case Kind::compute:
        case Kind::ridge:
            break;
    }
    return (work.flops + work.ops) * elements / seconds;
}

double block_rate(const Series& series, const Block& block) {
    return rate(series.target, series.work, block.elements, median(block.seconds));
}

std::optional<double> block_clock(const Block& block) {
    if (block.clock_hz_before && block.clock_hz_after)
        return 0.5 * (*block.clock_hz_before + *block.clock_hz_after);
    return block.clock_hz_before ? block.clock_hz_before : block.clock_hz_after;
}

Json to_json(const Samples& samples) {
    Json series = Json::array();
    for (const Series& one : samples.series) series.push_back(to_json(one));
    Json context{{"plan", samples.plan},
                 {"machine", to_json(samples.machine)},
                 {"environment_before", to_json(samples.before)},
                 {"environment_after", to_json(samples.after)},
                 {"seconds", samples.seconds},
                 {"complete", samples.complete}};
    if (samples.request) context["request"] = to_json(*samples.request);
    if (samples.resumed > 0) context["resumed"] = samples.resumed;
    return {{"schema", std::string(samples_schema)},
            {"tool_version", samples.tool_version},
            {"created", samples.created},
            {"context", std::move(context)},
            {"notes", to_json(samples.notes)},
            {"series", std::move(series)}};
}

Samples samples_from_json(const Json& document, const std::string& source) {
    const Json& context = member(document, "context", source);
    const std::string where = source + ", context";
    const Json& complete = member(context, "complete", where);
    Samples samples{.tool_version = string_member(document, "tool_version", source),
                    .created = string_member(document, "created", source),
                    .plan = string_member(context, "plan", where),
                    .machine = machine_from_json(member(context, "machine", where), where + ".machine"),
                    .before = environment_from_json(member(context, "environment_before", where), where),
                    .after = environment_from_json(member(context, "environment_after", where), where),
                    .seconds = number_member(context, "seconds", where),
                    .complete = complete.is_boolean() && complete.get<bool>(),
                    .resumed = optional_int(context, "resumed", where).value_or(0),
                    .notes = notes_from_json(member(document, "notes", source), source + ", notes")};
    if (context.contains("request"))
        samples.request = request_from_json(context.at("request"), where + ".request");
    int index = 0;
    for (const Json& series : list_member(document, "series", source))
        samples.series.push_back(series_from_json(series, fmt::format("{}, series[{}]", source, index++)));
    return samples;
}

Samples read_samples(const std::filesystem::path& path) {
    constexpr const char* remedy = "pass a file written by `mansard calibrate --samples FILE`";
    const Json document = read_document(path, samples_schema, remedy);
    try {
        return samples_from_json(document, path.string());
    } catch (const Error& error) {
        throw with_remedy(error, remedy);
    }
}

}  // namespace mansard
