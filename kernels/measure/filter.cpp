#include "kernels/measure/filter.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/error.hpp"

namespace mansard::kernels {
namespace {

using Matches = bool (*)(const Target& target, const std::string& kernel, const std::string& value);

struct Key {
    std::string_view name;
    std::string (*values)();
    bool (*is_value)(const std::string& value);
    Matches matches;
};

template <typename E, auto Member>
constexpr Key name_key(std::string_view name) {
    return {name, all_names<E>, [](const std::string& value) { return parse_name<E>(value).has_value(); },
            [](const Target& target, const std::string&, const std::string& value) {
                return std::optional<E>(target.*Member) == parse_name<E>(value);
            }};
}

constexpr std::array keys{
    name_key<Kind, &Target::kind>("kind"),
    name_key<Scope, &Target::scope>("scope"),
    name_key<Level, &Target::level>("level"),
    name_key<Pattern, &Target::pattern>("pattern"),
    name_key<Op, &Target::op>("op"),
    name_key<Dtype, &Target::dtype>("dtype"),
    name_key<Isa, &Target::isa>("isa"),
    Key{"kernel", [] { return std::string("a part of a kernel's name"); },
        [](const std::string& value) { return !value.empty(); },
        [](const Target&, const std::string& kernel, const std::string& value) {
            return kernel.find(value) != std::string::npos;
        }},
};

struct Filter {
    const Key* key = nullptr;
    std::string value;
};

Filter parse(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& one) { return one.name == name; });
    if (equals == std::string::npos || key == keys.end()) {
        std::string known;
        for (const Key& one : keys) known += (known.empty() ? "" : ", ") + std::string(one.name);
        throw Error(Exit::usage, fmt::format("\"{}\" is no filter", printable(text)),
                    {.where = "--filter",
                     .expected = "KEY=VALUE with a key of " + known,
                     .remedy = "for example --filter level=L1 --filter pattern=load"});
    }
    Filter filter{&*key, text.substr(equals + 1)};
    if (!key->is_value(filter.value))
        throw Error(Exit::usage,
                    fmt::format("\"{}\" is no value for the filter {}", printable(filter.value), name),
                    {.where = "--filter",
                     .expected = "one of " + key->values(),
                     .remedy = "see `mansard list kernels` for what there is"});
    return filter;
}

bool matches(const std::vector<Filter>& filters, const Target& target, const std::string& kernel) {
    std::map<const Key*, bool> matched;
    for (const Filter& filter : filters) {
        bool& any = matched[filter.key];
        any = any || filter.key->matches(target, kernel, filter.value);
    }
    return std::all_of(matched.begin(), matched.end(), [](const auto& entry) { return entry.second; });
}

}  // namespace

void keep_matching_if_any(Experiments& experiments, const std::vector<std::string>& filters) {
    std::vector<Filter> parsed;
    parsed.reserve(filters.size());
    for (const std::string& text : filters) parsed.push_back(parse(text));
    std::erase_if(experiments.wanted, [&](const Experiment& experiment) {
        return !matches(parsed, experiment.target, experiment.kernel_name());
    });
    std::erase_if(experiments.absent,
                  [&](const Absent& absent) { return !matches(parsed, absent.target, absent.kernel); });
}

void keep_matching(Experiments& experiments, const std::vector<std::string>& filters) {
    keep_matching_if_any(experiments, filters);
    if (experiments.wanted.empty() && experiments.absent.empty())
        throw Error(Exit::usage,
                    fmt::format("no roof of the plan matches the filter {}", fmt::join(filters, " ")),
                    {.where = "--filter", .remedy = "see `mansard list kernels` for what there is"});
}

void require_executable(const Experiments& experiments, const Machine& machine) {
    const auto lacks = [&](const Absent& absent) {
        return absent.target.isa &&
               std::find(machine.isas.begin(), machine.isas.end(), *absent.target.isa) == machine.isas.end();
    };
    if (!experiments.wanted.empty() || experiments.absent.empty() ||
        !std::all_of(experiments.absent.begin(), experiments.absent.end(), lacks))
        return;
    std::vector<std::string_view> names;
    for (const Isa isa : machine.isas) names.push_back(name_of(isa));
    throw Error(Exit::usage,
                fmt::format("nothing can be measured: {}, which every roof asked for needs",
                            experiments.absent.front().reason),
                {.where = "--filter",
                 .expected = fmt::format("roofs of what this CPU executes: {}", fmt::join(names, ", ")),
                 .remedy = "leave the filter out, or choose another instruction set"});
}

}  // namespace mansard::kernels
