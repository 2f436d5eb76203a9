#include "tests/fuzz/check_import.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "analyzer/analyze.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer::testing {
namespace {

void require(bool holds, std::string_view what) {
    if (!holds) throw std::logic_error(std::string(what));
}

/// A file in memory, with a path that every importer can open.
class MemoryFile {
  public:
    explicit MemoryFile(std::string_view content) : descriptor_(::memfd_create("profile", MFD_CLOEXEC)) {
        require(descriptor_ >= 0, "memfd_create failed");
        while (!content.empty()) {
            const ssize_t written = ::write(descriptor_, content.data(), content.size());
            require(written > 0, "a memory file cannot be written");
            content.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

  private:
    int descriptor_;
};

bool is_amount(std::optional<double> value) {
    return !value || (std::isfinite(*value) && *value >= 0);
}

std::optional<Profile> import_checked(const ImporterDesc& importer, const std::string& path) {
    try {
        return importer.import(path, {});
    } catch (const Error& error) {
        require(error.status() == Exit::bad_input, "an error of another status than bad input");
        require(std::string_view(error.what()).find(path) != std::string_view::npos,
                "an error that does not name its file");
        return std::nullopt;
    }
}

void check_profile(Profile& profile) {
    std::size_t records = profile.rejected.size();
    for (const Rejected& rejected : profile.rejected)
        require(!rejected.reason.empty(), "a record is rejected without a reason");
    for (const Point& point : profile.points) {
        records += point.records;
        require(is_amount(point.seconds), "seconds are no amount");
        require(is_amount(point.calls) && point.calls > 0, "calls are no number of calls");
        for (const FlopCount& flops : point.flops) require(is_amount(flops.count), "FLOP are no amount");
        for (const ByteCount& bytes : point.bytes)
            require(is_amount(bytes.count) && is_amount(bytes.read) && is_amount(bytes.written),
                    "bytes are no amount");
    }
    require(records == profile.records, "a record was lost, or counted twice");
}

}  // namespace

bool check_import(const ImporterDesc& importer, std::string_view content) {
    const MemoryFile file(content);
    const int sure = importer.sniff(file.path(), content.substr(0, std::size_t{1} << 16));
    require(sure >= 0 && sure <= 100, "an importer is surer than sure");
    std::optional<Profile> profile = import_checked(importer, file.path());
    if (!profile) return false;
    check_profile(*profile);
    std::vector<Profile> profiles;
    profiles.push_back(std::move(*profile));
    const Analysis analysis = analyze(std::move(profiles), four_cores(), {.force = true});
    require(analysis.summary.in == analysis.summary.placed + analysis.summary.rejected,
            "the summary does not add up");
    for (const ReporterDesc* reporter : reporters()) {
        std::ostringstream out;
        reporter->write(analysis, {}, out);
        if (reporter->name == "json") parse_json(out.str(), "the JSON report");
    }
    return true;
}

}  // namespace mansard::analyzer::testing
