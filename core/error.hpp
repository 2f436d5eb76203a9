// Errors with a place, an expectation and a remedy; thrown anywhere, caught once, in main.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace mansard {

/// The exit statuses of the command line (docs/method.md lists what leads to each).
enum class Exit : int {
    ok = 0,
    gate_failed = 1,  ///< verify found drift, or an --expect does not hold
    usage = 2,        ///< an option, or a filter that matches nothing
    bad_input = 3,    ///< unreadable or wrong input, a foreign device, an output that cannot be written
    suspect = 4,      ///< a requested roof is suspect, or a verdict is undecided
    no_device = 5,
    interrupted = 130,
};

/// What an error says besides what happened. Empty parts are left out of the message.
struct ErrorDetails {
    std::string where{};     ///< "results/ceilings.json, line 3, column 14"
    std::string expected{};  ///< "a JSON object with \"schema\": \"mansard.ceilings/1\""
    std::string remedy{};    ///< "make one with `mansard calibrate -o ceilings.json`"
};

class Error : public std::exception {
  public:
    Error(Exit status, std::string what, ErrorDetails details = {});

    /// Says what was being done when it happened; call it while the error travels outwards.
    Error& while_doing(std::string doing);

    Exit status() const { return status_; }
    /// One paragraph: doing: what (where). Expected … To mend it: ….
    const char* what() const noexcept override { return message_.c_str(); }

  private:
    void compose();

    Exit status_;
    std::string what_;
    ErrorDetails details_;
    std::vector<std::string> doing_;
    std::string message_;
};

/// `text` with control characters and invalid UTF-8 made visible (\n, \x1b, \xff), shortened to `most` bytes;
/// for quoting somebody's file in a message or a terminal.
std::string printable(std::string_view text, std::size_t most = 200);

}  // namespace mansard
