#include "kernels/measure/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/document.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"

namespace mansard::kernels {

namespace {

template <typename E>
std::vector<E> names(const Json& object, std::string_view key, const std::string& where) {
    const Json& array = member(object, key, where);
    if (!array.is_array() || array.empty())
        throw Error(Exit::bad_input, fmt::format("\"{}\" is no list", key),
                    {.where = where, .expected = "a list of: " + all_names<E>()});
    std::vector<E> values;
    for (const Json& name : array) {
        const auto value = name.is_string() ? parse_name<E>(name.get<std::string>()) : std::nullopt;
        if (!value)
            throw Error(Exit::bad_input, fmt::format("\"{}\" holds {}", key, printable(name.dump())),
                        {.where = where, .expected = "one of " + all_names<E>()});
        values.push_back(*value);
    }
    return values;
}

void refuse_unknown(const Json& object, std::initializer_list<std::string_view> known,
                    const std::string& where) {
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            throw Error(Exit::bad_input, fmt::format("\"{}\" means nothing in a plan", printable(key)),
                        {.where = where, .expected = fmt::format("{}", fmt::join(known, ", "))});
}

double positive(const Json& object, std::string_view key, const std::string& where, double least = 1e-9) {
    const double value = number_member(object, key, where);
    if (!(value >= least) || !std::isfinite(value) || value > 1e6)
        throw Error(Exit::bad_input, fmt::format("\"{}\" is {}", key, value),
                    {.where = where, .expected = fmt::format("a number from {} to 1000000", least)});
    return value;
}

/// A switch; off where there is no such key.
bool yes(const Json& object, std::string_view key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end()) return false;
    if (!found->is_boolean())
        throw Error(Exit::bad_input, fmt::format("\"{}\" is {}", key, printable(found->dump())),
                    {.where = where, .expected = "true or false"});
    return found->get<bool>();
}

int whole(const Json& object, std::string_view key, const std::string& where) {
    const double value = positive(object, key, where, 1);
    if (value != std::floor(value))
        throw Error(Exit::bad_input, fmt::format("\"{}\" is {}", key, value),
                    {.where = where, .expected = "a whole number"});
    return static_cast<int>(value);
}

/// A list of whole numbers from 1 on; empty where there is no such key.
std::vector<int> counts(const Json& object, std::string_view key, const std::string& where) {
    std::vector<int> out;
    const auto found = object.find(key);
    if (found == object.end()) return out;
    for (const Json& count : *found) {
        if (!count.is_number_unsigned() || count.get<unsigned>() < 1 || count.get<unsigned>() > 1024)
            throw Error(Exit::bad_input, fmt::format("\"{}\" holds {}", key, printable(count.dump())),
                        {.where = where, .expected = "whole numbers from 1 to 1024"});
        out.push_back(count.get<int>());
    }
    return out;
}

}  // namespace

Plan plan_from_json(const Json& document, const std::string& source) {
    if (!document.is_object())
        throw Error(Exit::bad_input, "the plan is no object", {.where = source, .expected = "a JSON object"});
    refuse_unknown(document,
                   {"name",        "summary",      "budget_s",      "trial_s",       "trials",
                    "long_trials", "long_trial_s", "search_trials", "search_rounds", "finalists",
                    "min_rounds",  "max_rounds",   "precision",     "spread_s",      "compute",
                    "memory",      "ridges",       "cuda",          "in_flight",     "pipelines_most"},
                   source);
    Plan plan{.name = string_member(document, "name", source),
              .summary = string_member(document, "summary", source),
              .budget_s = positive(document, "budget_s", source),
              .trial_s = positive(document, "trial_s", source),
              .trials = whole(document, "trials", source),
              .long_trials = whole(document, "long_trials", source),
              .long_trial_s = positive(document, "long_trial_s", source),
              .search_trials = whole(document, "search_trials", source),
              .search_rounds = whole(document, "search_rounds", source),
              .finalists = whole(document, "finalists", source),
              .min_rounds = whole(document, "min_rounds", source),
              .max_rounds = whole(document, "max_rounds", source),
              .precision = positive(document, "precision", source),
              .spread_s = positive(document, "spread_s", source, 0)};
    if (plan.max_rounds < plan.min_rounds)
        throw Error(Exit::bad_input, "\"max_rounds\" is less than \"min_rounds\"", {.where = source});
    const auto refuse_foreign_scopes = [](const std::vector<Scope>& scopes, const std::string& where,
                                          bool memory = false) {
        for (const Scope scope : scopes)
            if (scope != Scope::core && scope != Scope::cores && scope != Scope::device &&
                (scope != Scope::numa || !memory))
                throw Error(Exit::bad_input, fmt::format("the scope {} cannot be measured", name_of(scope)),
                            {.where = where,
                             .expected = memory ? "core, cores, device or numa" : "core, cores or device"});
    };
    int index = 0;
    for (const Json& group : list_member(document, "compute", source)) {
        const std::string where = fmt::format("{}, compute[{}]", source, index++);
        const std::string isas = string_member(group, "isas", where);
        refuse_unknown(group, {"isas", "dtypes", "ops", "scopes", "conditions"}, where);
        if (isas != "all" && isas != "widest")
            throw Error(Exit::bad_input, fmt::format("\"isas\" is \"{}\"", printable(isas)),
                        {.where = where, .expected = "all or widest"});
        plan.compute.push_back({.isas = isas == "all" ? IsaChoice::all : IsaChoice::widest,
                                .dtypes = names<Dtype>(group, "dtypes", where),
                                .ops = names<Op>(group, "ops", where),
                                .scopes = names<Scope>(group, "scopes", where)});
        if (group.contains("conditions"))
            plan.compute.back().conditions = names<Condition>(group, "conditions", where);
        refuse_foreign_scopes(plan.compute.back().scopes, where);
    }
    index = 0;
    for (const Json& group : list_member(document, "memory", source)) {
        const std::string where = fmt::format("{}, memory[{}]", source, index++);
        refuse_unknown(group, {"levels", "patterns", "scopes", "small_pages", "streams"}, where);
        plan.memory.push_back({.levels = names<Level>(group, "levels", where),
                               .patterns = names<Pattern>(group, "patterns", where),
                               .scopes = names<Scope>(group, "scopes", where),
                               .small_pages = yes(group, "small_pages", where),
                               .streams = counts(group, "streams", where)});
        refuse_foreign_scopes(plan.memory.back().scopes, where, true);
    }
    index = 0;
    for (const Json& group : document.value("ridges", Json::array())) {
        const std::string where = fmt::format("{}, ridges[{}]", source, index++);
        refuse_unknown(group, {"levels", "scopes", "most"}, where);
        plan.ridges.push_back({.levels = names<Level>(group, "levels", where),
                               .scopes = names<Scope>(group, "scopes", where),
                               .most = positive(group, "most", where)});
        refuse_foreign_scopes(plan.ridges.back().scopes, where);
    }
    if (document.contains("in_flight")) plan.in_flight = names<Level>(document, "in_flight", source);
    if (document.contains("pipelines_most"))
        plan.pipelines_most = positive(document, "pipelines_most", source);
    if (document.contains("cuda")) {
        // The same keys once more; its name and summary are the plan's.
        Json cuda = document.at("cuda");
        const std::string where = source + ", cuda";
        if (!cuda.is_object() || cuda.contains("cuda"))
            throw Error(Exit::bad_input, "\"cuda\" is no plan", {.where = where, .expected = "an object"});
        cuda["name"] = plan.name;
        cuda["summary"] = plan.summary;
        plan.cuda = std::make_shared<const Plan>(plan_from_json(cuda, where));
    }
    return plan;
}

std::vector<Plan> embedded_plans() {
    std::vector<Plan> plans;
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with("configs/plans/"))
            plans.push_back(
                plan_from_json(parse_json(file.content(), std::string(file.path)), std::string(file.path)));
    return plans;
}

Plan find_plan(const std::string& name_or_path) {
    std::string known;
    for (Plan& plan : embedded_plans()) {
        if (plan.name == name_or_path) return std::move(plan);
        known += (known.empty() ? "" : ", ") + plan.name;
    }
    const bool looks_like_a_path = name_or_path.find_first_of("/.") != std::string::npos;
    if (!looks_like_a_path && !std::filesystem::exists(name_or_path))
        throw Error(Exit::usage, fmt::format("there is no plan \"{}\"", printable(name_or_path)),
                    {.expected = known + ", or a plan file", .remedy = "see `mansard list plans`"});
    return plan_from_json(parse_json(read_file(name_or_path), name_or_path), name_or_path);
}

}  // namespace mansard::kernels
