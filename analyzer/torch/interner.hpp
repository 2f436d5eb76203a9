// Texts that repeat (names, shapes), held once and known by a number.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mansard::analyzer::torch {

class Interner {
  public:
    std::uint32_t id(std::string_view text) {
        const auto found = ids_.find(text);
        if (found != ids_.end()) return found->second;
        const auto id = static_cast<std::uint32_t>(texts_.size());
        ids_.emplace(texts_.emplace_back(text), id);
        return id;
    }
    const std::string& text(std::uint32_t id) const { return texts_[id]; }
    std::size_t size() const { return texts_.size(); }

  private:
    std::deque<std::string> texts_{};  ///< never moves what it holds
    std::unordered_map<std::string_view, std::uint32_t> ids_{};
};

}  // namespace mansard::analyzer::torch
