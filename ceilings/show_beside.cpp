#include <fmt/format.h>

#include <algorithm>

#include "ceilings/change.hpp"
#include "ceilings/fingerprint.hpp"
#include "ceilings/lacking.hpp"
#include "ceilings/show.hpp"
#include "ceilings/table.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/version.hpp"

namespace mansard::ceilings {
namespace {

struct Pair {
    std::string id;
    const Roof* one = nullptr;
    const Roof* other = nullptr;
    std::optional<Change> change{};  ///< nothing where one of the files has no such roof, or neither a value
};

bool same_roof(const Roof& a, const Roof& b) {
    return a.id == b.id && a.target.threads == b.target.threads;
}

bool is_foreign(const Roof& roof) {
    return roof.status == Status::imported || roof.status == Status::declared;
}

/// Other tools do not tell instruction sets, operations or access patterns as we do: what such a roof leaves
/// open, the other side may fill.
bool comparable(const Roof& a, const Roof& b) {
    if (is_foreign(a) == is_foreign(b)) return false;
    const Roof& ours = is_foreign(a) ? b : a;
    const Target &foreign = (is_foreign(a) ? a : b).target, &own = ours.target;
    const auto open = [](const auto& asked, const auto& given) { return !asked || asked == given; };
    // The best pattern of a level is its roof; a single-core file's device is that core.
    return foreign.device == own.device && foreign.kind == own.kind && foreign.scope == own.scope &&
           foreign.dtype == own.dtype && foreign.level == own.level && open(foreign.engine, own.engine) &&
           open(foreign.isa, own.isa) && open(foreign.op, own.op) && ours.value &&
           foreign.kind != Kind::latency;
}

/// Gives each imported roof that is still alone the best roof of the other side that it may be compared with.
/// That one stands in its own row, too.
void pair_with_foreign(std::vector<Pair>& pairs) {
    const std::vector<Pair> before = pairs;
    for (Pair& pair : pairs) {
        const Roof* alone = pair.one != nullptr ? pair.one : pair.other;
        if ((pair.one != nullptr && pair.other != nullptr) || !is_foreign(*alone)) continue;
        const bool first = pair.one != nullptr;
        const Roof* best = nullptr;
        for (const Pair& other : before) {
            const Roof* roof = first ? other.other : other.one;
            if (roof == nullptr || !comparable(*alone, *roof)) continue;
            if (best == nullptr || *roof->value > *best->value) best = roof;
        }
        if (best == nullptr) continue;
        (first ? pair.other : pair.one) = best;
        pair.id += " | " + best->id;
    }
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
    pair_with_foreign(out);
    for (Pair& pair : out)
        if (pair.one != nullptr && pair.other != nullptr && (pair.one->value || pair.other->value))
            pair.change = compare(*pair.one, *pair.other);
    return out;
}

std::optional<double> ratio(const Pair& pair) {
    return pair.change ? pair.change->ratio : std::nullopt;
}

std::string verdict(const Pair& pair) {
    return pair.change ? std::string(name_of(pair.change->verdict)) : "";
}

std::string reason(const Pair& pair) {
    return pair.change ? pair.change->reason : "";
}

/// "3 same, 1 changed, 2 undecided".
std::string count_verdicts(const std::vector<Pair>& rows) {
    std::string text;
    for (const auto& [value, name] : Names<Verdict>::table) {
        const auto count = std::count_if(rows.begin(), rows.end(), [v = value](const Pair& pair) {
            return pair.change && pair.change->verdict == v;
        });
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
    }
    return text;
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

bool has_value(const Pair& pair) {
    const auto has = [](const Roof* roof) { return roof != nullptr && roof->value.has_value(); };
    return has(pair.one) || has(pair.other);
}

/// For reading: what has a value before what has none, and of instruction sets that neither side has no row
/// but a line for each.
std::vector<Pair> rows_to_read(const std::vector<Pair>& pairs, std::vector<std::string>& lacking) {
    std::vector<Pair> rows;
    std::vector<const Roof*> left_out;
    const auto lacks = [](const Roof* roof) { return roof == nullptr || lacks_isa(*roof); };
    for (const Pair& pair : pairs)
        if (lacks(pair.one) && lacks(pair.other))
            left_out.push_back(pair.one != nullptr ? pair.one : pair.other);
        else
            rows.push_back(pair);
    std::stable_partition(rows.begin(), rows.end(), has_value);
    lacking = lacking_lines(left_out);
    return rows;
}

std::vector<Section> page(const Named& one, const Named& other, const std::vector<Pair>& rows) {
    Section roofs{.title = fmt::format("{} beside {}", one.source, other.source),
                  .table = {.columns = {{"roof"},
                                        {one.source, Align::right},
                                        {other.source, Align::right},
                                        {"ratio", Align::right},
                                        {"interval", Align::right, 2},
                                        {"verdict"},
                                        {"status", Align::left, 1},
                                        {"because", Align::left, 3}}}};
    std::vector<std::string> lacking;
    for (const Pair& pair : rows_to_read(rows, lacking))
        roofs.table.rows.push_back({pair.id, value_text(pair.one), value_text(pair.other),
                                    ratio(pair) ? plain(*ratio(pair), 4) : "–",
                                    pair.change ? interval_text(*pair.change) : "", verdict(pair),
                                    status_text(pair), reason(pair)});
    roofs.lines.push_back(count_verdicts(rows));
    for (std::string& line : lacking) roofs.lines.push_back(std::move(line));
    std::vector<Section> sections{std::move(roofs)};
    auto differences = fingerprint_differences(one.ceilings.machine, other.ceilings.machine);
    if (!differences.empty())
        sections.push_back({.title = "What differs between the machines", .lines = std::move(differences)});
    return sections;
}

std::string csv(const std::vector<Pair>& rows) {
    Table table;
    for (const char* title : {"id", "unit", "value", "other_value", "ratio", "status", "other_status",
                              "ratio_low", "ratio_high", "verdict", "reason"})
        table.columns.push_back({.title = title});
    const auto value = [](const Roof* roof) {
        return roof != nullptr && roof->value ? exact(*roof->value) : "";
    };
    const auto status = [](const Roof* roof) {
        return roof != nullptr ? std::string(name_of(roof->status)) : "";
    };
    for (const Pair& pair : rows) {
        std::string low, high;
        if (pair.change && pair.change->interval) {
            low = exact(pair.change->interval->low);
            high = exact(pair.change->interval->high);
        }
        table.rows.push_back({pair.id, (pair.one != nullptr ? pair.one : pair.other)->unit, value(pair.one),
                              value(pair.other), ratio(pair) ? exact(*ratio(pair)) : "", status(pair.one),
                              status(pair.other), low, high, verdict(pair), reason(pair)});
    }
    return to_csv(table);
}

Json json(const Named& one, const Named& other, const std::vector<Pair>& rows) {
    const auto roof = [](const Roof* side) { return side != nullptr ? to_json(*side) : Json(nullptr); };
    Json roofs = Json::array();
    const auto text_or_null = [](const std::string& text) {
        return text.empty() ? Json(nullptr) : Json(text);
    };
    for (const Pair& pair : rows) {
        roofs.push_back({{"id", pair.id},
                         {"one", roof(pair.one)},
                         {"other", roof(pair.other)},
                         {"ratio", or_null(ratio(pair))},
                         {"interval", pair.change ? interval_json(*pair.change) : Json(nullptr)},
                         {"verdict", text_or_null(verdict(pair))},
                         {"reason", text_or_null(reason(pair))}});
    }
    return {{"schema", "mansard.beside/1"},
            {"tool_version", std::string(version())},
            {"created", utc_now()},
            {"one", one.source},
            {"other", other.source},
            {"machine_differences", fingerprint_differences(one.ceilings.machine, other.ceilings.machine)},
            {"roofs", std::move(roofs)}};
}

}  // namespace

std::string show_beside(const Named& one, const Named& other, Format format,
                        std::optional<std::size_t> width) {
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
    return to_text_page(page(one, other, rows), width);
}

}  // namespace mansard::ceilings
