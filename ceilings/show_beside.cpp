#include <fmt/format.h>

#include <algorithm>

#include "ceilings/fingerprint.hpp"
#include "ceilings/show.hpp"
#include "ceilings/table.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

struct Pair {
    std::string id;
    const Roof* one = nullptr;
    const Roof* other = nullptr;
    std::optional<double> ratio() const {
        if (one == nullptr || other == nullptr || !one->value || !other->value) return std::nullopt;
        return measured(*other->value / *one->value).value;
    }
};

bool same_roof(const Roof& a, const Roof& b) {
    return a.id == b.id && a.target.threads == b.target.threads;
}

/// Every roof of either file, in the first one's order. Different machines have different thread counts, so
/// what no exact partner claims is matched by its id alone.
std::vector<Pair> pairs(const Ceilings& one, const Ceilings& other) {
    std::vector<Pair> out;
    for (const Roof& roof : one.roofs) out.push_back({.id = roof.id, .one = &roof});
    std::vector<const Roof*> left;
    for (const Roof& roof : other.roofs) {
        const auto found = std::find_if(out.begin(), out.end(), [&](const Pair& pair) {
            return pair.one != nullptr && pair.other == nullptr && same_roof(*pair.one, roof);
        });
        if (found != out.end())
            found->other = &roof;
        else
            left.push_back(&roof);
    }
    for (const Roof* roof : left) {
        const auto found = std::find_if(out.begin(), out.end(), [&](const Pair& pair) {
            return pair.one != nullptr && pair.other == nullptr && pair.id == roof->id;
        });
        if (found != out.end())
            found->other = roof;
        else
            out.push_back({.id = roof->id, .other = roof});
    }
    return out;
}

std::string value_text(const Roof* roof) {
    if (roof == nullptr || !roof->value) return "–";
    return si(*roof->value, roof->unit);
}

/// Both statuses where one of them is not simply measured.
std::string status_text(const Pair& pair) {
    const auto name = [](const Roof* roof) {
        return roof == nullptr ? std::string_view("not there") : name_of(roof->status);
    };
    return name(pair.one) == name(pair.other) ? std::string(name(pair.one))
                                              : fmt::format("{} | {}", name(pair.one), name(pair.other));
}

std::vector<Section> page(const Named& one, const Named& other, const std::vector<Pair>& rows) {
    Section roofs{.title = fmt::format("{} beside {}", one.source, other.source),
                  .table = {.columns = {{"roof"},
                                        {one.source, Align::right},
                                        {other.source, Align::right},
                                        {"ratio", Align::right},
                                        {"status"}}}};
    for (const Pair& pair : rows)
        roofs.table.rows.push_back({pair.id, value_text(pair.one), value_text(pair.other),
                                    pair.ratio() ? plain(*pair.ratio(), 4) : "–", status_text(pair)});
    std::vector<Section> sections{std::move(roofs)};
    auto differences = fingerprint_differences(one.ceilings.machine, other.ceilings.machine);
    if (!differences.empty())
        sections.push_back({.title = "What differs between the machines", .lines = std::move(differences)});
    return sections;
}

std::string csv(const std::vector<Pair>& rows) {
    Table table{
        .columns = {{"id"}, {"unit"}, {"value"}, {"other_value"}, {"ratio"}, {"status"}, {"other_status"}}};
    const auto value = [](const Roof* roof) {
        return roof != nullptr && roof->value ? exact(*roof->value) : "";
    };
    const auto status = [](const Roof* roof) {
        return roof != nullptr ? std::string(name_of(roof->status)) : "";
    };
    for (const Pair& pair : rows)
        table.rows.push_back({pair.id, (pair.one != nullptr ? pair.one : pair.other)->unit, value(pair.one),
                              value(pair.other), pair.ratio() ? exact(*pair.ratio()) : "", status(pair.one),
                              status(pair.other)});
    return to_csv(table);
}

Json json(const Named& one, const Named& other, const std::vector<Pair>& rows) {
    const auto roof = [](const Roof* side) { return side != nullptr ? to_json(*side) : Json(nullptr); };
    Json roofs = Json::array();
    for (const Pair& pair : rows)
        roofs.push_back({{"id", pair.id},
                         {"one", roof(pair.one)},
                         {"other", roof(pair.other)},
                         {"ratio", or_null(pair.ratio())}});
    return {{"one", one.source},
            {"other", other.source},
            {"machine_differences", fingerprint_differences(one.ceilings.machine, other.ceilings.machine)},
            {"roofs", std::move(roofs)}};
}

}  // namespace

std::string show_beside(const Named& one, const Named& other, Format format) {
    const std::vector<Pair> rows = pairs(one.ceilings, other.ceilings);
    switch (format) {
        case Format::json:
            return to_text(json(one, other, rows));
        case Format::csv:
            return csv(rows);
        case Format::md:
            return to_markdown_page(page(one, other, rows));
        case Format::text:
            break;
    }
    return to_text_page(page(one, other, rows));
}

}  // namespace mansard::ceilings
