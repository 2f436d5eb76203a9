#include "analyzer/nvidia/metric_table.hpp"

#include <algorithm>

#include "analyzer/filter.hpp"
#include "core/embedded.hpp"
#include "core/json.hpp"

namespace mansard::analyzer::nvidia {
namespace {

constexpr std::string_view folder = "configs/metrics/ncu/";
constexpr std::string_view common_file = "configs/metrics/ncu/every.json";
/// Names in .sum that are known as rates, too.
constexpr std::string_view per_second = ".per_second", per_cycle = ".per_cycle_elapsed";
/// Paths of tensor operations that a file may bring: twice what any chip has.
constexpr std::size_t most_paths = 200;

/// "{a,b}__x" → "a__x", "b__x".
std::vector<std::string> expanded(const std::string& name) {
    const std::size_t open = name.find('{'), close = name.find('}');
    if (open == std::string::npos || close == std::string::npos || close < open) return {name};
    std::vector<std::string> names;
    for (std::size_t at = open + 1; at <= close;) {
        const std::size_t end = std::min(name.find(',', at), close);
        names.push_back(name.substr(0, open) + name.substr(at, end - at) + name.substr(close + 1));
        at = end + 1;
    }
    return names;
}

std::vector<std::string> strings(const Json& object, std::string_view key) {
    const auto found = object.find(key);
    return found == object.end() ? std::vector<std::string>{} : found->get<std::vector<std::string>>();
}

bool any_matches(const std::vector<std::string>& patterns, std::string_view text) {
    return std::ranges::any_of(patterns,
                               [&](const std::string& pattern) { return matches_pattern(text, pattern); });
}

InstructionRule instruction_rule(const Json& entry, const std::string& where) {
    InstructionRule rule{.kernels = strings(entry, "kernels"),
                         .pipes = strings(entry, "pipes"),
                         .instruction = string_member(entry, "instruction", where),
                         .shape = optional_string(entry, "shape", where),
                         .flop = optional_number(entry, "flop", where),
                         .flop_per_shape = optional_number(entry, "shape_flop", where),
                         .dtype = name_member<Dtype>(entry, "dtype", where)};
    return rule;
}

/// Cuts `mark` and what follows it off `text`, and returns what follows.
std::string cut_behind(std::string& text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return {};
    std::string behind = text.substr(at + mark.size());
    text.resize(at);
    return behind;
}

}  // namespace

MetricTable MetricTable::embedded() {
    // Copied: each import adds the paths that its file brings.
    static const MetricTable table;
    return table;
}

MetricTable::MetricTable() {
    // The others refer to what this one defines.
    read(std::string(common_file), embedded_file(common_file));
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with(folder) && file.path != common_file)
            read(std::string(file.path), file.content());
    for (Generation& generation : generations_) {
        generation.bytes.insert(generation.bytes.end(), bytes_.begin(), bytes_.end());
        std::ranges::stable_sort(generation.bytes, {},
                                 [](const ByteRule& rule) { return std::pair(rule.level, rule.order); });
    }
}

Counter MetricTable::counter(const std::string& name, const std::string& unit) {
    const std::vector<std::string> names = expanded(name);
    const auto known = names_.find(names[0]);
    if (known != names_.end()) return known->second.counter;
    const auto made = static_cast<Counter>(units_.size());
    units_.push_back(unit);
    for (const std::string& one : names) {
        names_[one] = {made, Form::total};
        if (!one.ends_with(".sum")) continue;
        names_[one + std::string(per_second)] = {made, Form::per_second};
        names_[one + std::string(per_cycle)] = {made, Form::per_cycle};
    }
    return made;
}

std::vector<Counter> MetricTable::counters(const Json& names, const std::string& unit) {
    std::vector<Counter> all;
    for (const Json& name : names) all.push_back(counter(name.get<std::string>(), unit));
    return all;
}

ByteRule MetricTable::byte_rule(const Json& entry, const std::string& where) {
    ByteRule rule{.level = name_member<Level>(entry, "level", where),
                  .order = static_cast<int>(number_member(entry, "order", where)),
                  .convention = string_member(entry, "convention", where),
                  .lower_bound = optional_string(entry, "lower_bound", where),
                  .scale = optional_number(entry, "scale", where).value_or(1)};
    const std::string unit = string_member(entry, "unit", where);
    for (const auto& [key, list] : {std::pair("total", &rule.total), std::pair("read", &rule.read),
                                    std::pair("written", &rule.written), std::pair("besides", &rule.besides)})
        if (entry.contains(key)) *list = counters(entry[key], unit);
    return rule;
}

FlopRule MetricTable::flop_rule(const Json& entry, const std::string& where) {
    const std::string metric = string_member(entry, "metric", where);
    const Json& flop = member(entry, "flop", where);
    const auto by = [&](const char* convention) {
        return flop.is_object() ? number_member(flop, convention, where) : flop.get<double>();
    };
    return {.counter = counter(metric, string_member(entry, "unit", where)),
            .metric = expanded(metric)[0],
            .group = string_member(entry, "group", where),
            .dtype = name_member<Dtype>(entry, "dtype", where),
            .nvidia = by("nvidia"),
            .nersc = by("nersc"),
            .optional = entry.value("optional", false)};
}

void MetricTable::read_every(const Json& document, const std::string& where) {
    const auto listed = [&](const Json& entry) {
        return counters(member(entry, "metrics", where), string_member(entry, "unit", where));
    };
    seconds_ = listed(member(document, "seconds", where));
    // These have alternatives of different suffixes, one counter all the same.
    const auto merged = [&](std::string_view key) {
        const Json& entry = member(document, key, where);
        const Json& names = member(entry, "metrics", where);
        const Counter first = counter(names[0].get<std::string>(), string_member(entry, "unit", where));
        for (const Json& name : names)
            for (const std::string& one : expanded(name.get<std::string>()))
                names_[one] = {first, Form::total};
        return first;
    };
    clock_ = merged("clock_hz");
    cycles_ = merged("cycles");
    device_ = member(document, "device", where)[0].get<std::string>();
    const Json& moves = member(document, "constant_moves", where);
    constant_moves_ = counter(string_member(moves, "metric", where), string_member(moves, "unit", where));
    threads_per_move_ = number_member(moves, "threads", where);
    for (const Json& entry : member(document, "tensor_pipes", where))
        pipes_.push_back({string_member(entry, "pipe", where), counter(string_member(entry, "metric", where),
                                                                       string_member(entry, "unit", where))});
    const Json& operations = member(document, "tensor_operations", where);
    path_prefix_ = string_member(operations, "prefix", where);
    for (const auto& [source, dtype] : member(operations, "sources", where).items())
        sources_[source] = parse_name<Dtype>(dtype.get<std::string>()).value_or(Dtype::unknown);
    tensor_kernels_ = strings(document, "tensor_kernels");
    for (const Json& entry : member(document, "details", where))
        details_.push_back({string_member(entry, "name", where), listed(entry)});
}

void MetricTable::read(const std::string& path, std::string_view text) {
    const Json document = parse_json(text, path);
    for (const Json& entry : document.value("flops", Json::array())) flops_.push_back(flop_rule(entry, path));
    std::vector<ByteRule> bytes;
    for (const Json& entry : document.value("bytes", Json::array())) bytes.push_back(byte_rule(entry, path));
    const auto capability = document.find("compute_capability");
    if (capability == document.end()) {
        bytes_ = std::move(bytes);
        return read_every(document, path);
    }
    Generation generation{.from = (*capability)[0].get<double>(),
                          .to = (*capability)[1].get<double>(),
                          .usual = document.value("usual", false),
                          .kernel_hints = strings(document, "kernel_hints"),
                          .bytes = std::move(bytes)};
    for (const Json& entry : document.value("tensor_instructions", Json::array()))
        generation.instructions.push_back(instruction_rule(entry, path));
    generations_.push_back(std::move(generation));
}

bool MetricTable::measured_in(const MetricRef& metric, const Unit& unit) const {
    const std::string& counted = units_[metric.counter];
    if (counted.empty() || unit.base.empty()) return true;
    switch (metric.form) {
        case Form::per_second:
            return unit.base == counted + "/second";
        case Form::per_cycle:
            return unit.base == counted + "/cycle";
        case Form::total:
            break;
    }
    return unit.base == counted;
}

bool MetricTable::needs_unit(const MetricRef& metric) const {
    return metric.counter == clock_ || units_[metric.counter] == "byte" ||
           std::ranges::find(seconds_, metric.counter) != seconds_.end();
}

std::optional<MetricRef> MetricTable::find(std::string_view name) {
    const auto known = names_.find(name);
    if (known != names_.end()) return known->second;
    if (!name.starts_with(path_prefix_) || paths_.size() >= most_paths) return std::nullopt;
    std::string rest(name.substr(path_prefix_.size()));
    const std::string suffix = cut_behind(rest, ".");
    if (suffix != "sum" && suffix != "sum.per_second" && suffix != "sum.per_cycle_elapsed")
        return std::nullopt;
    const std::string full = path_prefix_ + rest + ".sum";
    OperationsPath path;
    path.sparsity = cut_behind(rest, "_sparsity_");
    path.destination = cut_behind(rest, "_dst_");
    path.source = cut_behind(rest, "_src_");
    path.operation = cut_behind(rest, "_op_");
    // What is left would be a part of the name that is not understood.
    if (!rest.empty() || path.source.empty()) return std::nullopt;
    path.counter = counter(full, "");
    paths_.push_back(path);
    return names_.find(name)->second;
}

std::optional<Dtype> MetricTable::source_dtype(std::string_view source) const {
    const auto exact = sources_.find(source);
    if (exact != sources_.end()) return exact->second;
    // "fp8_e4m3", "fp4_e2m1"
    const auto prefix = sources_.find(source.substr(0, source.find('_')));
    return prefix != sources_.end() ? std::optional(prefix->second) : std::nullopt;
}

const Generation& MetricTable::generation(double compute_capability, std::string_view kernel) const {
    const Generation* usual = &generations_.front();
    for (const Generation& generation : generations_) {
        if (generation.usual) usual = &generation;
        if (compute_capability >= generation.from && compute_capability <= generation.to) return generation;
        if (compute_capability == 0 && any_matches(generation.kernel_hints, kernel)) return generation;
    }
    return *usual;
}

bool MetricTable::says_tensor(std::string_view kernel) const {
    return any_matches(tensor_kernels_, kernel);
}

}  // namespace mansard::analyzer::nvidia
