#include "analyzer/ascend/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>

#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer::ascend {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// "7" of "profiler_info_7.json".
std::string_view between(std::string_view name, std::string_view before, std::string_view behind) {
    if (!name.starts_with(before) || !name.ends_with(behind) || name.size() <= before.size() + behind.size())
        return {};
    const std::string_view number = name.substr(before.size(), name.size() - before.size() - behind.size());
    return std::ranges::all_of(number, is_digit) && number.size() < 10 ? number : std::string_view();
}

/// The number in the name of the one entry beside the card's folder that has such a name: torch_npu's rank,
/// else the device.
std::optional<std::string> number_beside(const fs::path& folder) {
    std::set<std::string> ranks, devices;
    std::error_code error;
    for (fs::directory_iterator at(folder.parent_path(), error), end; !error && at != end;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (const auto number = between(name, "profiler_info_", ".json"); !number.empty())
            ranks.emplace(number);
        if (const auto number = between(name, "device_", ""); !number.empty()) devices.emplace(number);
    }
    for (const auto* found : {&ranks, &devices})
        if (found->size() == 1) return *found->begin();
    return std::nullopt;
}

void append(std::vector<Rejected>& to, std::vector<Rejected>& from) {
    std::ranges::move(from, std::back_inserter(to));
}

/// Adds the profile of a card. They worked at the same time: busy times add up, the longest wall time is that
/// of all; what one card lacks, all of them lack.
void join(Profile& all, Profile one, const Label& card) {
    const auto take = [&](Point point) {
        if (point.device.empty()) point.device = card;
        return point;
    };
    for (std::size_t i = 0; i < one.points.size(); ++i) all.points.push_back(take(std::move(one.points[i])));
    for (Point& step : one.steps) all.steps.push_back(take(std::move(step)));
    append(all.rejected, one.rejected);
    all.records += one.records;
    const auto both = [](std::optional<double>& to, const std::optional<double>& more, auto made_of) {
        to = to && more ? std::optional(made_of(*to, *more)) : std::nullopt;
    };
    both(all.seconds_busy, one.seconds_busy, [](double a, double b) { return a + b; });
    both(all.seconds_wall, one.seconds_wall, [](double a, double b) { return std::max(a, b); });
    for (Note& note : one.notes) {
        note.text = fmt::format("{}: {}", printable(one.source), note.text);
        all.notes.push_back(std::move(note));
    }
}

}  // namespace

std::vector<Card> cards_of(const std::vector<fs::path>& files) {
    std::vector<Card> cards;
    for (const fs::path& file : files) {
        if (cards.empty() || cards.back().files.front().parent_path() != file.parent_path()) {
            const auto number = number_beside(file.parent_path());
            cards.push_back(
                {.device = fmt::format("Ascend NPU {}", number.value_or(std::to_string(cards.size())))});
        }
        cards.back().files.push_back(file);
    }
    return cards;
}

Profile join_cards(const fs::path& folder, const std::vector<Card>& cards,
                   const std::function<Profile(const Card&)>& read) {
    if (cards.size() == 1) return read(cards.front());
    Profile all{.source = input_name(folder), .seconds_wall = 0, .seconds_busy = 0};
    std::optional<Error> first_error;
    for (const Card& card : cards) {
        std::optional<Profile> read_card;
        try {
            read_card.emplace(read(card));
        } catch (const Error& error) {
            // One card that cannot be read does not lose the others.
            if (error.status() != Exit::bad_input) throw;
            if (!first_error) first_error = error;
            all.notes.push_back({.severity = Severity::warning,
                                 .code = "card_left_out",
                                 .text = fmt::format("{}: {}", card.device, printable(error.what(), 400)),
                                 .remedy = "export its profile again"});
            continue;
        }
        all.format = read_card->format;
        join(all, std::move(*read_card), Label(card.device));
    }
    if (all.format.empty() && first_error) throw *first_error;
    return all;
}

}  // namespace mansard::analyzer::ascend
