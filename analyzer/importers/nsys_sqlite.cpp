// Nsight Systems' SQLite export (nsys export --type sqlite): every kernel with its times and launching
// regions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "analyzer/device_kinds.hpp"
#include "analyzer/launches.hpp"
#include "analyzer/nvidia/messages.hpp"
#include "analyzer/nvidia/nsys_graphs.hpp"
#include "analyzer/nvidia/nsys_regions.hpp"
#include "analyzer/nvidia/sqlite.hpp"
#include "analyzer/nvidia/timeline.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

constexpr std::string_view magic("SQLite format 3\0", 16);
constexpr const char* kernels = "CUPTI_ACTIVITY_KIND_KERNEL";
constexpr const char* copies = "CUPTI_ACTIVITY_KIND_MEMCPY";
constexpr const char* fills = "CUPTI_ACTIVITY_KIND_MEMSET";
constexpr double nanosecond = 1e-9;

int sniff(const std::filesystem::path& path, std::string_view head) {
    const BinaryReport report = binary_report(path, head);
    if (report == BinaryReport::nsys || report == BinaryReport::nvprof) return 100;
    if (!head.starts_with(magic)) return 0;
    for (const std::string_view sign :
         {"CUPTI_ACTIVITY", "META_DATA_EXPORT", "EXPORT_META_DATA", "TARGET_INFO_GPU"})
        if (head.find(sign) != std::string_view::npos) return 95;
    return 60;
}

/// Names by their id, each read once.
class KernelNames {
  public:
    explicit KernelNames(SqliteFile& file) : query_(file, "SELECT value FROM StringIds WHERE id = ?") {}
    const std::string& name(std::int64_t id) {
        const auto [found, is_new] = names_.try_emplace(id);
        if (is_new) {
            query_.reset();
            query_.bind(1, id);
            if (query_.next()) found->second = escape_invalid_utf8(query_.text(0));
        }
        return found->second;
    }

  private:
    SqliteQuery query_;
    std::map<std::int64_t, std::string> names_{};
};

class Importer {
  public:
    Importer(const std::filesystem::path& path, const ImportOptions& options)
        : path_(path), options_(options), file_(path) {}

    Profile run() {
        const bool has_strings = file_.has_table("StringIds"), has_kernels = file_.has_table(kernels);
        if (has_kernels) check_kernels(has_strings);
        if (!has_strings && !file_.has_table("TARGET_INFO_GPU")) throw no_kernels(false);
        read_devices();
        const NsysRegions regions(file_);
        if (has_kernels) read_kernels(regions);
        read_graphs(regions);
        read_copies();
        if (profile_.records == 0) throw no_kernels(true);
        finish();
        return std::move(profile_);
    }

  private:
    Error no_kernels(bool is_nsys) {
        if (!is_nsys && file_.has_table("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"))
            return binary_report_error(path_, BinaryReport::nvprof);
        std::string said;
        if (file_.has_table("DIAGNOSTIC_EVENT") && file_.has_column("DIAGNOSTIC_EVENT", "severity") &&
            file_.has_column("DIAGNOSTIC_EVENT", "text")) {
            // Severities: information, warning, error.
            SqliteQuery query(file_, "SELECT text FROM DIAGNOSTIC_EVENT WHERE severity >= 2 LIMIT 4");
            while (query.next())
                said += fmt::format("{}{}", said.empty() ? "; nsys says: " : "; ", printable(query.text(0)));
        }
        return Error(
            Exit::bad_input,
            is_nsys ? "the trace holds no kernel: none ran, or CUDA was not traced" + said
                    : "this SQLite file is no export of Nsight Systems",
            {.where = input_name(path_),
             .expected = fmt::format("a table {} with kernels", kernels),
             .remedy = "record with nsys profile --trace=cuda,nvtx, then nsys export --type sqlite"});
    }

    /// Throws where the table lacks what a kernel cannot be told without.
    void check_kernels(bool has_strings) {
        std::string lacks;
        for (const char* column : {"start", "end"})
            if (!file_.has_column(kernels, column)) lacks = fmt::format("{}.{}", kernels, column);
        if (!has_strings) lacks = "StringIds, which holds the kernels' names";
        if (lacks.empty()) return;
        throw Error(Exit::bad_input, "the export has kernels, but not " + lacks,
                    {.where = input_name(path_),
                     .expected = "all tables of an export by Nsight Systems",
                     .remedy = "export it again: nsys export --type sqlite FILE.nsys-rep"});
    }

    void read_devices() {
        if (!file_.has("TARGET_INFO_GPU", {"id", "name"})) return;
        SqliteQuery query(file_, "SELECT id, name FROM TARGET_INFO_GPU");
        while (query.next()) devices_[query.integer(0)] = Label(escape_invalid_utf8(query.text(1)));
        if (devices_.size() == 1) profile_.device = devices_.begin()->second.str();
    }

    /// Why a piece of work is rejected; empty where its times are good, and then it counts as busy time.
    std::string busy_fault(std::optional<std::int64_t> start, std::optional<std::int64_t> end, int device) {
        if (!start || !end || *end < *start) return "it ends before it begins, or has no times";
        busy_.add(device, static_cast<double>(*start) * nanosecond, static_cast<double>(*end) * nanosecond);
        return {};
    }

    void read_graphs(const NsysRegions& regions) {
        const std::size_t before = profile_.records;
        const std::size_t count = read_graph_launches(file_, [&](const GraphLaunch& launch) {
            const std::string where =
                fmt::format("{}, graph launch {}", input_name(path_), profile_.records++ - before);
            const auto device = static_cast<int>(launch.device);
            if (std::string fault = busy_fault(launch.start, launch.end, device); !fault.empty()) {
                profile_.rejected.push_back({where, launch.name, std::move(fault)});
                return;
            }
            Point point{.name = launch.name,
                        .granularity = Granularity::launch,
                        .category = Label("graph"),
                        .seconds = (static_cast<double>(*launch.end) - static_cast<double>(*launch.start)) *
                                   nanosecond};
            if (const auto found = devices_.find(device); found != devices_.end())
                point.device = found->second;
            point.details = std::make_shared<const Details>(
                Details{.launch = static_cast<std::int64_t>(profile_.records - 1),
                        .regions = regions.of(launch.process, launch.correlation)});
            launches_.add(std::move(point));
        });
        if (count > 0)
            profile_.notes.push_back(
                {.severity = Severity::warning,
                 .code = "graphs_whole",
                 .text =
                     fmt::format("{} of CUDA graphs: each graph stands as one point, the kernels in it were "
                                 "not recorded",
                                 count == 1 ? "1 launch" : fmt::format("{} launches", count)),
                 .remedy = "record with nsys profile --cuda-graph-trace=node"});
    }

    void read_kernels(const NsysRegions& regions) {
        const auto column = [&](const char* name) { return file_.column_or_null(kernels, name); };
        KernelNames names(file_);
        SqliteQuery query(
            file_,
            fmt::format(
                "SELECT start, \"end\", {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {} FROM {} ORDER BY start",
                column("deviceId"), column("demangledName"), column("shortName"), column("gridX"),
                column("gridY"), column("gridZ"), column("blockX"), column("blockY"), column("blockZ"),
                column("globalPid"), column("correlationId"), kernels));
        while (query.next()) {
            const std::string where = fmt::format("{}, kernel {}", input_name(path_), profile_.records);
            ++profile_.records;
            std::string name = names.name(query.integer(3));
            if (name.empty()) name = names.name(query.integer(4));
            const auto time = [&](int at) {
                return query.is_null(at) ? std::nullopt : std::optional(query.integer(at));
            };
            const auto device = static_cast<int>(query.integer(2));
            std::string fault = name.empty() ? "its name is not in the file" : "";
            if (fault.empty()) fault = busy_fault(time(0), time(1), device);
            if (!fault.empty()) {
                profile_.rejected.push_back({where, name, std::move(fault)});
                continue;
            }
            const double seconds = (query.real(1) - query.real(0)) * nanosecond;
            Details details{.launch = static_cast<std::int64_t>(profile_.records - 1)};
            if (!query.is_null(5))
                details.grid = fmt::format("{},{},{}", query.integer(5), query.integer(6), query.integer(7));
            if (!query.is_null(8))
                details.block =
                    fmt::format("{},{},{}", query.integer(8), query.integer(9), query.integer(10));
            details.regions = regions.of(query.integer(11), query.integer(12));
            Point point{.name = std::move(name), .granularity = Granularity::launch, .seconds = seconds};
            if (const auto found = devices_.find(device); found != devices_.end())
                point.device = found->second;
            point.details = std::make_shared<const Details>(std::move(details));
            launches_.add(std::move(point));
        }
    }

    void read_copies() {
        // By CUDA's numbers of the kinds; what has another is a copy within a device.
        static constexpr std::array<std::string_view, 13> kinds{"unknown", "HtoD", "DtoH", "HtoA", "AtoH",
                                                                "AtoA",    "AtoD", "DtoA", "DtoD", "HtoH",
                                                                "PtoP",    "HtoD", "DtoH"};
        if (file_.has(copies, {"start", "end"})) {
            SqliteQuery query(
                file_, fmt::format("SELECT {}, count(*), total(\"end\" - start), total({}) FROM {} WHERE "
                                   "\"end\" >= start GROUP BY 1",
                                   file_.column_or_null(copies, "copyKind"),
                                   file_.column_or_null(copies, "bytes"), copies));
            while (query.next()) {
                const auto kind = static_cast<std::size_t>(query.integer(0));
                copies_.add(kind < kinds.size() ? kinds[kind] : kinds[0], query.real(1),
                            query.real(2) * nanosecond, query.real(3));
            }
        }
        if (!file_.has(fills, {"start", "end"})) return;
        SqliteQuery query(
            file_,
            fmt::format("SELECT count(*), total(\"end\" - start) FROM {} WHERE \"end\" >= start", fills));
        if (query.next() && query.integer(0) > 0)
            copies_.add("memset", query.real(0), query.real(1) * nanosecond, std::nullopt);
    }

    void finish() {
        profile_.source = input_name(path_);
        profile_.format = "nsys-sqlite";
        if (!busy_.empty()) profile_.seconds_busy = busy_.seconds();
        if (file_.has_table("ANALYSIS_DETAILS") && file_.has_column("ANALYSIS_DETAILS", "duration")) {
            SqliteQuery query(file_, "SELECT max(duration) FROM ANALYSIS_DETAILS");
            if (query.next() && query.real(0) > 0) profile_.seconds_wall = query.real(0) * nanosecond;
        }
        // A trace that says no length lasts from its first kernel to its last.
        if (!profile_.seconds_wall && busy_.span() > 0) profile_.seconds_wall = busy_.span();
        launches_.finish(profile_);
        copies_.finish(profile_);
        if (!file_.unread().empty())
            profile_.notes.push_back(
                {.severity = Severity::warning,
                 .code = "tables_unread",
                 .text = fmt::format("Tables that lack a column are left out: {}",
                                     printable(fmt::format("{}", fmt::join(file_.unread(), ", ")), 300)),
                 .remedy = "export it again with another version of nsys"});
        if (busy_.devices() > 1)
            profile_.notes.push_back(
                {.code = "several_devices",
                 .text = fmt::format("Kernels ran on {} devices: busy time is the sum over them",
                                     busy_.devices()),
                 .remedy = ""});
    }

    const std::filesystem::path& path_;
    const ImportOptions& options_;
    SqliteFile file_;
    Profile profile_{};
    Launches launches_{options_.per_launch};
    BusyTime busy_{};
    Copies copies_{};
    std::map<std::int64_t, Label> devices_{};
};

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    if (const BinaryReport report = binary_report(path, "");
        report == BinaryReport::nsys || report == BinaryReport::nvprof)
        throw binary_report_error(path, report);
    Profile profile = Importer(path, options).run();
    state_device_kind(profile, device_kind::nvidia_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nsys_sqlite_importer{
    .name = "nsys-sqlite",
    .summary = "Nsight Systems: nsys export --type sqlite, with NVTX ranges as regions",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true}};

}  // namespace mansard::analyzer
