#include "analyzer/compare/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analyzer/numbers.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

[[noreturn]] void refuse(const std::string& spec, const std::string& what) {
    std::string known;
    for (const PredictionDesc* model : prediction_models())
        known += fmt::format("{}{}", known.empty() ? "" : "; ", model->summary);
    throw Error(Exit::usage, fmt::format("\"{}\" {}", printable(spec), what),
                {.where = "--predict", .expected = known});
}

double positive(const std::string& spec, std::string_view text) {
    const ReadNumber number = read_number(text);
    if (number.fault != nullptr || number.value <= 0)
        refuse(spec, fmt::format("has \"{}\" where a positive number belongs", printable(text)));
    return number.value;
}

/// The text up to the next `separator`, which is taken off `rest` with it.
std::string_view take(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

PredictionArguments parse(const std::string& spec, std::string_view text, const PredictionDesc& model) {
    PredictionArguments arguments{.text = spec};
    std::string_view rest = text;
    for (std::string_view sizes = take(rest, ','); !sizes.empty();)
        arguments.sizes.push_back(positive(spec, take(sizes, 'x')));
    while (!rest.empty()) {
        std::string_view value = take(rest, ',');
        if (value.find('=') == std::string_view::npos) {
            arguments.dtype = parse_name<Dtype>(value);
            if (!arguments.dtype) refuse(spec, fmt::format("names no number type: \"{}\"", printable(value)));
            continue;
        }
        const std::string name(take(value, '='));
        if (std::find(model.arguments.begin(), model.arguments.end(), name) == model.arguments.end())
            refuse(spec, fmt::format("has \"{}\", which {} does not take", printable(name), model.name));
        arguments.named[name] = positive(spec, value);
    }
    if (arguments.sizes.size() < model.fewest_sizes || arguments.sizes.size() > model.most_sizes)
        refuse(spec, fmt::format("has {} sizes", arguments.sizes.size()));
    return arguments;
}

const PredictionDesc& find_model(const std::string& spec, std::string_view name) {
    for (const PredictionDesc* model : prediction_models())
        if (model->name == name) return *model;
    refuse(spec, "names no model");
}

const PlacedPoint* placed_after(const Pair& pair, const Comparison& comparison) {
    for (const PlacedPoint& placed : comparison.after.points)
        if (placed.point.name == pair.name_after) return &placed;
    return nullptr;
}

}  // namespace

double PredictionArguments::number(const std::string& name, double otherwise) const {
    const auto found = named.find(name);
    return found == named.end() ? otherwise : found->second;
}

std::optional<double> size_of(Dtype dtype) {
    switch (dtype) {
        case Dtype::f64:
            return 8;
        case Dtype::f32:
        case Dtype::tf32:
        case Dtype::hf32:
        case Dtype::i32:
            return 4;
        case Dtype::f16:
        case Dtype::bf16:
            return 2;
        case Dtype::fp8:
        case Dtype::i8:
            return 1;
        case Dtype::fp4:
        case Dtype::i4:
            return 0.5;
        case Dtype::unknown:
            break;
    }
    return std::nullopt;
}

std::vector<Predicted> predict(std::span<const std::string> specs, const Comparison& comparison,
                               std::vector<Note>& notes) {
    std::vector<Predicted> out;
    for (const std::string& spec : specs) {
        const std::size_t equals = std::min(spec.find('='), spec.size());
        const PredictionDesc& model = find_model(spec, std::string_view(spec).substr(0, equals));
        const PredictionArguments arguments =
            parse(spec, std::string_view(spec).substr(std::min(equals + 1, spec.size())), model);
        for (const Pair& pair : comparison.pairs) {
            const PlacedPoint* after = placed_after(pair, comparison);
            std::string why_not;
            std::vector<Predicted> found;
            if (after != nullptr) found = model.predict(arguments, pair, *after, comparison, why_not);
            if (found.empty() && !why_not.empty())
                notes.push_back({.code = "not_predicted",
                                 .text = fmt::format("{} says nothing of {}: {}", printable(spec),
                                                     printable(pair.name_after), why_not),
                                 .remedy = ""});
            for (Predicted& one : found) {
                one.model = spec;
                one.point = pair.name_after;
                out.push_back(std::move(one));
            }
        }
    }
    return out;
}

}  // namespace mansard::analyzer
