// The folders that Ascend's profilers write.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer::ascend {

/// The files of one card lie in one folder: the parts of a long one, or its iterations.
struct Card {
    std::string device{};  ///< "Ascend NPU 3"
    std::vector<std::filesystem::path> files{};
};
/// `files` by card, in their order. A card has the number that its profiler wrote beside it
/// (profiler_info_3.json, device_3), else the next one.
std::vector<Card> cards_of(const std::vector<std::filesystem::path>& files);

/// One profile of all cards, which ran side by side; `read` makes that of one. Points without a device get
/// their card's. A folder of one card is that card's profile.
Profile join_cards(const std::filesystem::path& folder, const std::vector<Card>& cards,
                   const std::function<Profile(const Card&)>& read);

}  // namespace mansard::analyzer::ascend
