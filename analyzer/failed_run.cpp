#include "analyzer/failed_run.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t most_bytes = 400;

struct Sign {
    std::string_view words, remedy;
};

constexpr std::string_view without_profiler = "run the program without the profiler until it ends well";
constexpr std::string_view counters =
    "let this user read the counters: sysctl kernel.perf_event_paranoid, or as root";
constexpr std::string_view msr =
    "load the module msr and set up likwid-accessD, or read counters through perf_event";

/// What shells, the system and profilers write; the more exact ones first.
constexpr std::array<Sign, 18> signs{{
    {"ERR_NVGPUCTRPERM",
     "let this user read the counters, see https://developer.nvidia.com/ERR_NVGPUCTRPERM"},
    {"Access to performance", counters},
    {"perf_event_paranoid", counters},
    {"No permission to enable", counters},
    {"MSR device", msr},
    {"likwid-accessD", msr},
    {"event syntax error", "perf list names the events of this machine"},
    {"command not found", "install the profiler, or put it on the PATH"},
    {"Workload failed", "check the program's name and path"},
    {"ermission denied", "let this user do that, or profile as root"},
    {"Operation not permitted", "let this user do that, or profile as root"},
    {"Segmentation fault", without_profiler},
    {"core dumped", without_profiler},
    {"Bus error", without_profiler},
    {"returned an error code", without_profiler},
    {"terminate called", without_profiler},
    {"out of memory", "give the program less to do, or more memory"},
    {"Out of memory", "give the program less to do, or more memory"},
}};

template <typename Take>
void each_line(std::string_view text, Take&& take) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        if (!take(line)) return;
        at = end + 1;
    }
}

/// The line that ends the first traceback of Python's: "ModuleNotFoundError: …".
std::string_view python_error(std::string_view text) {
    std::string_view found;
    bool inside = false;
    each_line(text, [&](std::string_view line) {
        if (line.find("Traceback (most recent call last)") != std::string_view::npos)
            inside = true;
        else if (inside && !line.empty() && line[0] != ' ')
            found = line;
        return found.empty();
    });
    return found;
}

}  // namespace

std::optional<FailedRun> failed_run(std::string_view head) {
    if (head.find('\0') != std::string_view::npos) return std::nullopt;
    if (const std::string_view error = python_error(head); !error.empty())
        return FailedRun{.reason = printable(error, most_bytes), .remedy = without_profiler};
    for (const Sign& sign : signs) {
        std::string_view found;
        each_line(head, [&](std::string_view line) {
            if (line.find(sign.words) != std::string_view::npos) found = line;
            return found.empty();
        });
        if (!found.empty()) return FailedRun{.reason = printable(found, most_bytes), .remedy = sign.remedy};
    }
    return std::nullopt;
}

}  // namespace mansard::analyzer
