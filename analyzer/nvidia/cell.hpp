// One number as NVIDIA's profilers print it: digits grouped by the locale of whoever ran them, and a unit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer::nvidia {

/// How sure the value of a number is. One separator with three digits behind it reads both ways: "117.344" is
/// 117 and a bit, or 117344 where a dot groups thousands.
enum class Spelling : std::uint8_t { certain, one_comma, one_dot };

struct CellNumber {
    double value = 0;  ///< of an open spelling: with its separator taken to group thousands
    Spelling spelling = Spelling::certain;
};

/// What the numbers of one file say of its decimal sign, and what that makes of those that read both ways.
class Locale {
  public:
    explicit Locale(std::optional<DecimalSign> forced) : forced_(forced) {}

    /// The number in `text`, without the parts of a sum that may follow it in brackets; nothing for a text
    /// ("n/a", "all"), a negative or a boundless number, and for one that the forced sign does not allow.
    std::optional<CellNumber> read(std::string_view text);
    /// Only looks what `text` says of the decimal sign.
    void observe(std::string_view text) { static_cast<void>(read(text)); }

    bool settled() const { return forced_ || dots_ > 0 || commas_ > 0; }
    /// Whether some number reads both ways.
    bool open() const { return open_; }
    /// For the caller that found it out in another way: from a time and the cycles that make it up.
    void settle(DecimalSign sign) { (sign == DecimalSign::point ? dots_ : commas_) += 1; }
    /// Throws Error{bad_input} naming --decimal where numbers contradict each other, or nothing tells them.
    void require_settled(const std::string& source) const;
    /// The value under the file's sign; to be asked when all of the file was read.
    double value(const CellNumber& number) const;
    /// The same under a given sign.
    static double value(const CellNumber& number, DecimalSign sign);

  private:
    std::optional<CellNumber> note(DecimalSign sign, double value, std::string_view text);

    std::optional<DecimalSign> forced_;
    std::size_t dots_ = 0, commas_ = 0;  ///< numbers that are possible with that decimal sign alone
    std::string dot_example_{}, comma_example_{}, open_example_{};
    bool open_ = false;
};

/// A number that names something (a launch, a process), whose digits a locale may have grouped by three;
/// nothing for any other text.
std::optional<std::int64_t> id_number(std::string_view text);

/// A number of things (1 … 4e9), whose digits any locale may have grouped; nothing for anything else.
std::optional<double> whole_number(std::string_view text);

}  // namespace mansard::analyzer::nvidia
