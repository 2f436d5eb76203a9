#pragma once

#include <string>

#include "cli/command.hpp"

namespace mansard::cli {

/// "measuring: 40 %, at most 30 s left" in place, on a terminal only; the line is cleared at the end.
class Progress {
  public:
    explicit Progress(const Globals& globals);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `fraction` (0 … 1) of the work is done after `seconds`.
    void show(double fraction, double seconds) const;
    /// Takes the line away: other words follow.
    void clear() const { print(""); }

  private:
    void print(const std::string& text) const;

    bool shown_;
};

}  // namespace mansard::cli
