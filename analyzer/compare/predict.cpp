#include "analyzer/compare/predict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analyzer/filter.hpp"
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

/// "[NAME:]KIND=ARGUMENTS", taken apart.
struct Wanted {
    std::string pattern{};  ///< of names; empty: every pair
    const PredictionDesc* model = nullptr;
    std::string_view arguments{};

    bool means(const Pair& pair) const {
        return pattern.empty() || matches_pattern(pair.name, pattern) ||
               matches_pattern(pair.name_after, pattern);
    }
};

/// A name may hold "=" and ":" itself: what stands before the last ":KIND=" is it.
Wanted wanted_of(const std::string& spec) {
    const std::string_view text = spec;
    Wanted wanted;
    std::size_t start = 0;
    for (const PredictionDesc* model : prediction_models()) {
        const std::string kind = fmt::format("{}=", model->name);
        const std::size_t colon = text.rfind(":" + kind);
        const bool named = colon != std::string_view::npos;
        if (!named && !text.starts_with(kind)) continue;
        const std::size_t at = named ? colon + 1 : 0;
        if (wanted.model != nullptr && at < start) continue;
        start = at;
        wanted = {named ? spec.substr(0, colon) : "", model, text.substr(at + kind.size())};
    }
    if (wanted.model == nullptr) refuse(spec, "names no model");
    return wanted;
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
        const Wanted wanted = wanted_of(spec);
        const PredictionArguments arguments = parse(spec, wanted.arguments, *wanted.model);
        bool any = false;
        for (const Pair& pair : comparison.pairs) {
            if (!wanted.means(pair)) continue;
            any = true;
            if (!pair.place_after) continue;
            const PlacedPoint& after = comparison.after.points.at(*pair.place_after);
            std::string why_not;
            std::vector<Predicted> found = wanted.model->predict(arguments, pair, after, comparison, why_not);
            if (found.empty() && !why_not.empty())
                notes.push_back({.code = "not_predicted",
                                 .text = fmt::format("{} says nothing of {}: {}", printable(spec),
                                                     printable(pair.name_after), why_not),
                                 .remedy = ""});
            for (Predicted& one : found) {
                if (!std::isfinite(one.predicted)) {
                    notes.push_back(
                        {.code = "not_predicted",
                         .text = fmt::format("{} says nothing of the {} of {}: they are beyond the "
                                             "range of numbers",
                                             printable(spec), one.quantity, printable(pair.name_after)),
                         .remedy = "check its sizes"});
                    continue;
                }
                if (one.measured && !std::isfinite(*one.measured)) one.measured.reset();
                one.model = spec;
                one.point = pair.name_after;
                out.push_back(std::move(one));
            }
        }
        if (!any && !wanted.pattern.empty())
            refuse(spec, fmt::format("names no compared point: {}", printable(wanted.pattern)));
    }
    return out;
}

}  // namespace mansard::analyzer
