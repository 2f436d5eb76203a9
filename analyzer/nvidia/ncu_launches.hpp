// Gathers the launches of an ncu file, whatever its layout, and makes a profile of them.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/importers/importer.hpp"
#include "analyzer/nvidia/launch_point.hpp"
#include "analyzer/nvidia/messages.hpp"

namespace mansard::analyzer::nvidia {

/// A metric's name with its unit, as a row or a column has it.
struct MetricColumn {
    std::optional<MetricRef> metric{};
    std::optional<double> scale{};
    bool device = false;    ///< its text names the device
    bool whole = false;     ///< a count of things in its own unit: never a fraction, but in averages
    bool prefixed = false;  ///< its unit has a prefix: printed numbers are rounded
};

class NcuLaunches {
  public:
    NcuLaunches(std::string source, const ImportOptions& options);

    Texts& texts() { return texts_; }
    Messages& messages() { return messages_; }

    /// What follows is of another run of the profiler, or of another process in a log.
    void start_capture();
    /// The launch of the current capture with this key, and whether it is new.
    using Key = std::array<std::uint64_t, 4>;
    std::pair<RawLaunch*, bool> launch(const Key& key);

    /// The number of a device that a launch ran on; empty where the profile tells none.
    void saw_device(std::string_view number) {
        if (!number.empty()) devices_.insert(texts_.id(number));
    }

    MetricColumn column(std::string_view name, std::string_view unit);
    /// One number of a launch. Unknown metrics are only asked about the decimal sign.
    void read(RawLaunch& launch, const MetricColumn& column, std::string_view text);
    /// A row that belongs to no launch.
    void reject(std::string record, std::string name, std::string reason);

    /// Joins captures that complete each other, settles the decimal sign and makes the points of what was
    /// read as `format`. Throws Error{bad_input} where the numbers read both ways, and where there is neither
    /// a launch nor a broken row: with the profiler's own reason, `expected` being what would hold some.
    Profile finish(std::string format, std::string_view expected);

  private:
    bool empty() const;
    using Capture = std::vector<RawLaunch>;
    void settle_sign();
    void join_captures(Profile& profile);
    void add_notes(Profile& profile, const Tallies& tallies) const;

    std::string source_;
    ImportOptions options_;
    MetricTable table_ = MetricTable::embedded();
    Locale locale_;
    Texts texts_{};
    Messages messages_{};
    std::vector<Capture> captures_{1};
    std::map<Key, std::size_t> index_{};
    Key last_key_{};
    std::size_t last_ = 0;
    std::map<std::string, std::optional<Unit>, std::less<>> units_{};
    std::set<std::uint32_t> devices_{};  ///< texts of their numbers
    std::vector<Rejected> rejected_{};
    std::size_t unreadable_ = 0;
    std::string unreadable_example_{};
    /// Whole counts that would be fractions under the other decimal sign.
    std::size_t whole_by_point_ = 0, whole_by_comma_ = 0;
};

}  // namespace mansard::analyzer::nvidia
