// The decimal sign of perf stat's text, which follows the locale of whoever ran it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer::perf {

/// What stands between blanks; at most 32 words.
std::vector<std::string_view> words_of(std::string_view line);
/// Units that perf writes between a value and its event.
bool is_unit(std::string_view word);
bool is_digit(char c);
/// The decimal sign before the last nine digits of "1,101976138"; 0 if the word is no time of perf's.
char decimal_of_time(std::string_view word);
/// The decimal sign that a number shows: behind the other sign ("1.205,63"), before other than three digits,
/// behind a leading zero; 0 for a number without one, and where its one sign may group thousands.
char decimal_of_number(std::string_view word);

/// Looks through lines for what settles the sign of all.
class DecimalFinder {
  public:
    /// The sign that the line shows for sure; 0 if none.
    char look_at(std::string_view line);
    /// What the lines so far make of it together: counts are whole, so that a sign in one groups thousands.
    /// Throws Error{bad_input} naming --decimal where they leave it open.
    char settle(const std::string& source) const;

  private:
    bool dots_group_ = false, commas_group_ = false;
    std::string open_example_{};
};

}  // namespace mansard::analyzer::perf
