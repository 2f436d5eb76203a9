// Which rules hold for a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace mansard::analyzer {

/// A set of the registered rules, in the registry's order; a range of their codes. One word, where a list of
/// codes for each of a million points took a piece of memory each.
class FindingCodes {
  public:
    FindingCodes() = default;
    /// Throws std::logic_error for a code that no rule has.
    FindingCodes(std::initializer_list<std::string_view> codes) {
        for (const std::string_view code : codes) push_back(code);
    }

    /// Of as many rules a set can tell.
    static constexpr std::size_t most = 32;

    void add(std::size_t rule) { rules_ |= std::uint32_t{1} << rule; }
    void push_back(std::string_view code);
    bool has(std::size_t rule) const { return (rules_ >> rule & 1) != 0; }
    bool contains(std::string_view code) const;
    bool empty() const { return rules_ == 0; }
    std::size_t size() const;

    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;
        using pointer = const std::string_view*;
        using reference = std::string_view;

        explicit Iterator(std::uint32_t left) : left_(left) {}
        /// Of static storage.
        std::string_view operator*() const;
        Iterator& operator++() {
            left_ &= left_ - 1;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

      private:
        std::uint32_t left_;
    };
    Iterator begin() const { return Iterator(rules_); }
    Iterator end() const { return Iterator(0); }

    bool operator==(const FindingCodes&) const = default;
    bool operator==(const std::vector<std::string_view>& codes) const;

  private:
    std::uint32_t rules_ = 0;
};

}  // namespace mansard::analyzer
