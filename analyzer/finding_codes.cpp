#include "analyzer/finding_codes.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <stdexcept>
#include <string>

#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

std::optional<std::size_t> place_of(std::string_view code) {
    const auto all = findings();
    for (std::size_t i = 0; i < std::min(all.size(), FindingCodes::most); ++i)
        if (all[i]->code == code) return i;
    return std::nullopt;
}

}  // namespace

void FindingCodes::push_back(std::string_view code) {
    const auto place = place_of(code);
    if (!place) throw std::logic_error("no rule has the code " + std::string(code));
    add(*place);
}

bool FindingCodes::contains(std::string_view code) const {
    const auto place = place_of(code);
    return place && has(*place);
}

std::size_t FindingCodes::size() const {
    return static_cast<std::size_t>(std::popcount(rules_));
}

std::string_view FindingCodes::Iterator::operator*() const {
    return findings()[static_cast<std::size_t>(std::countr_zero(left_))]->code;
}

bool FindingCodes::operator==(const std::vector<std::string_view>& codes) const {
    return std::equal(begin(), end(), codes.begin(), codes.end());
}

}  // namespace mansard::analyzer
