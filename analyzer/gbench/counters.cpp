#include "analyzer/gbench/counters.hpp"

#include <utility>
#include <vector>

#include "core/embedded.hpp"
#include "core/json.hpp"
#include "core/words.hpp"

namespace mansard::analyzer::gbench {
namespace {

const std::string source = "configs/analyze/google_benchmark.json";

template <typename E>
using Words = std::vector<std::pair<std::string, E>>;

template <typename E>
Words<E> names_of() {
    Words<E> words;
    for (const auto& [value, spelling] : Names<E>::table) words.emplace_back(spelling, value);
    return words;
}

/// Number types by their names, and by the words that others have for them.
Words<Dtype> dtype_words(const Json& document) {
    Words<Dtype> words = names_of<Dtype>();
    const Json& others = member(document, "dtype_words", source);
    for (const auto& [word, name] : others.items())
        words.emplace_back(word, name_member<Dtype>(others, word, source));
    return words;
}

/// Calls `with` for every word that `placeholder` in `name` can stand for; false if it is not in there.
template <typename E, typename With>
bool expand(const std::string& name, const std::string& placeholder, const Words<E>& words,
            const With& with) {
    const std::size_t at = name.find(placeholder);
    if (at == std::string::npos) return false;
    for (const auto& [word, value] : words)
        with(std::string(name).replace(at, placeholder.size(), word), value);
    return true;
}

}  // namespace

CounterMap::CounterMap() {
    const Json document = parse_json(embedded_file(source), source);
    waited_from_ = number_member(document, "waited_from", source);
    const Words<Dtype> dtypes = dtype_words(document);
    const Words<Level> levels = names_of<Level>();
    int rank = 0;
    for (const Json& entry : member(document, "counters", source)) {
        const std::string name = string_member(entry, "name", source);
        const auto assumed = optional_name<Level>(entry, "level_assumed", source);
        const CounterMeaning meaning{
            .quantity = name_member<Quantity>(entry, "quantity", source),
            .per = name_member<Per>(entry, "per", source),
            .scale = optional_number(entry, "scale", source).value_or(1),
            .level = assumed.value_or(Level::L1),
            .basis = optional_name<Basis>(entry, "basis", source).value_or(Basis::architectural),
            .level_assumed = assumed.has_value(),
            .rank = rank++};
        // An earlier entry stays: L1's bytes are of another basis than those of {level}.
        const auto add = [&](const std::string& spelled, CounterMeaning one) {
            meanings_.emplace(lower(spelled), one);
        };
        const bool expanded = expand(name, "{dtype}", dtypes,
                                     [&](const std::string& spelled, Dtype dtype) {
                                         CounterMeaning one = meaning;
                                         one.dtype = dtype;
                                         add(spelled, one);
                                     }) ||
                              expand(name, "{level}", levels, [&](const std::string& spelled, Level level) {
                                  CounterMeaning one = meaning;
                                  one.level = level;
                                  add(spelled, one);
                              });
        if (!expanded) add(name, meaning);
    }
}

const CounterMeaning* CounterMap::find(std::string_view name) const {
    const auto found = meanings_.find(lower(name));
    return found == meanings_.end() ? nullptr : &found->second;
}

}  // namespace mansard::analyzer::gbench
