// Google Benchmark's JSON, of any version: --benchmark_out_format=json, or --benchmark_format=json on its
// output.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/gbench/row.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/tolerant_json.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using gbench::Row;
using gbench::RowKind;

/// Beyond it CPU time and real time tell different stories.
constexpr double times_differ = 0.10;

int sniff(const std::filesystem::path&, std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    if (has("real_time,cpu_time,time_unit")) return 60;  // its CSV, to say what to do instead
    if (head.find_first_not_of(" \t\r\n") == std::string_view::npos ||
        head[head.find_first_not_of(" \t\r\n")] != '{')
        return 0;
    if (!has("\"benchmarks\"")) return has("\"mhz_per_cpu\"") ? 70 : 0;
    return has("\"real_time\"") || has("\"num_cpus\"") || has("\"run_type\"") ? 95 : 55;
}

void read_context(const Json& document, Profile& profile) {
    const auto context = document.find("context");
    if (context == document.end() || !context->is_object()) {
        profile.notes.push_back(
            {.code = "context_missing",
             .text = fmt::format("{} has no context: nothing tells which machine and which version "
                                 "of Google Benchmark it comes from",
                                 printable(profile.source)),
             .remedy = "keep the file as Google Benchmark wrote it"});
        return;
    }
    if (const auto host = context->find("host_name"); host != context->end() && host->is_string())
        profile.host = host->get<std::string>();
    const auto cpus = context->find("num_cpus");
    if (cpus != context->end() && cpus->is_number_integer()) profile.cpus = cpus->get<int>();
    const auto caches = context->find("caches");
    if (caches == context->end() || !caches->is_array()) return;
    for (const Json& cache : *caches) {
        if (!cache.is_object() || !cache.contains("level") || !cache.contains("size")) continue;
        const ReadNumber level = read_number(cache["level"]), size = read_number(cache["size"]);
        const bool instructions = cache.contains("type") && cache["type"] == "Instruction";
        if (instructions || level.fault || size.fault || level.value < 1 || level.value > 3) continue;
        const Level name = level.value == 1 ? Level::L1 : level.value == 2 ? Level::L2 : Level::L3;
        profile.caches.push_back({.level = name, .bytes = size.value, .source = "Google Benchmark"});
    }
}

/// Adds a repetition to the point of those before it.
void merge(Point& sum, const Point& more) {
    sum.calls += more.calls;
    sum.records += more.records;
    sum.seconds = sum.seconds && more.seconds ? std::optional(*sum.seconds + *more.seconds) : std::nullopt;
    for (std::size_t i = 0; i < sum.flops.size() && i < more.flops.size(); ++i)
        sum.flops[i].count += more.flops[i].count;
    const auto add = [](std::optional<double>& a, const std::optional<double>& b) {
        a = a && b ? std::optional(*a + *b) : std::nullopt;
    };
    for (std::size_t i = 0; i < sum.bytes.size() && i < more.bytes.size(); ++i) {
        sum.bytes[i].count += more.bytes[i].count;
        sum.bytes[i].at_least = sum.bytes[i].at_least || more.bytes[i].at_least;
        add(sum.bytes[i].read, more.bytes[i].read);
        add(sum.bytes[i].written, more.bytes[i].written);
    }
}

/// The two clocks of a point, s; nothing where they are not to be compared.
struct Clocks {
    std::optional<double> wall{}, cpu{};
    bool by_wall = false;  ///< the point's time is that

    void add(const Clocks& more) {
        wall = wall && more.wall ? std::optional(*wall + *more.wall) : std::nullopt;
        cpu = cpu && more.cpu ? std::optional(*cpu + *more.cpu) : std::nullopt;
    }
};

/// Says so where the clocks differ, and whether the point waited.
void compare(const Clocks& clocks, double waited_from, Point& point) {
    if (!clocks.wall || !clocks.cpu || *clocks.wall <= 0) return;
    const double wall = *clocks.wall, cpu = *clocks.cpu;
    point.waited = wall >= waited_from * cpu;
    if (std::abs(wall - cpu) <= times_differ * cpu) return;
    const std::string_view used = clocks.by_wall ? "real time" : "CPU time";
    if (wall < cpu)
        point.notes.push_back(
            fmt::format("it ran threads of its own: CPU time is {} × real time, and {} is used",
                        plain(cpu / wall), used));
    else if (wall < 1e6 * cpu)
        point.notes.push_back(
            fmt::format("it waited, or shared its cores: real time is {} × CPU time, and {} is used",
                        plain(wall / cpu), used));
    else
        point.notes.push_back(
            fmt::format("it waited all along: it took next to no CPU time; {} is used", used));
}

/// How the time of one iteration varies from repetition to repetition: what makes a comparison sure.
void keep_repeats(Point& point, std::vector<double>& seconds) {
    if (seconds.size() < 2) return;
    Details details = point.details ? *point.details : Details{};
    details.call_seconds = call_times(seconds);
    point.details = std::make_shared<const Details>(std::move(details));
}

/// The rows of a file become points: repetitions of one run are one point; aggregates only where a run has no
/// rows of its own.
class Collector {
  public:
    Collector(Profile& profile, double waited_from) : profile_(profile), waited_from_(waited_from) {}

    void add(Row row, const std::string& where) {
        if (row.kind == RowKind::fit) return static_cast<void>(++fits_);
        if (row.kind == RowKind::aggregate) return aggregates_.emplace_back(std::move(row), where), void();
        with_rows_.insert(row.run_name);
        const bool repeated = row.repetitions > 1;
        take(std::move(row), where, repeated);
    }

    void finish() {
        std::size_t summaries = fits_;
        std::map<std::string, std::size_t> chosen;  // run → its best aggregate: the median, else the mean
        for (std::size_t i = 0; i < aggregates_.size(); ++i) {
            const Row& row = aggregates_[i].first;
            const bool median = row.aggregate == "median" || row.name.ends_with("_median");
            const bool mean = row.aggregate == "mean" || row.name.ends_with("_mean");
            std::string run = row.run_name;
            if (run == row.name) run = run.substr(0, run.rfind('_'));
            if (with_rows_.contains(run) || (!median && !mean)) continue;
            if (median || !chosen.contains(run)) chosen[run] = i;
        }
        std::set<std::size_t> used;
        for (const auto& [run, index] : chosen) used.insert(index);
        for (std::size_t i = 0; i < aggregates_.size(); ++i) {
            auto& [row, where] = aggregates_[i];
            if (!used.contains(i)) {
                ++summaries;
                continue;
            }
            row.point.notes.push_back(
                fmt::format("one call, the {} of {} repetitions: the file has no rows of its own",
                            row.aggregate.empty() ? "average" : row.aggregate, row.repetitions));
            take(std::move(row), where, false);
        }
        for (std::size_t i = 0; i < clocks_.size(); ++i) {
            compare(clocks_[i], waited_from_, profile_.points[i]);
            keep_repeats(profile_.points[i], repeats_[i]);
        }
        note_what_was_seen(summaries);
    }

  private:
    static void add_repeat(const Point& point, std::vector<double>& repeats) {
        if (point.seconds && point.calls > 0) repeats.push_back(*point.seconds / point.calls);
    }

    void take(Row row, const std::string& where, bool repeated) {
        ++profile_.records;
        if (!row.fault.empty()) {
            profile_.rejected.push_back({.record = where, .name = row.name, .reason = row.fault});
            return;
        }
        ++(row.real_time ? real_times_ : cpu_times_);
        level_assumed_ += row.level_assumed ? 1 : 0;
        unused_.insert(row.unused.begin(), row.unused.end());
        Point& point = row.point;
        const Clocks clocks{.wall = row.wall, .cpu = row.cpu, .by_wall = row.real_time};
        if (repeated) {
            point.name = row.run_name;
            const auto [found, is_new] =
                runs_.try_emplace({row.run_name, point.threads.value_or(1)}, profile_.points.size());
            if (!is_new) {
                clocks_[found->second].add(clocks);
                add_repeat(point, repeats_[found->second]);
                return merge(profile_.points[found->second], point);
            }
        }
        clocks_.push_back(clocks);
        add_repeat(point, repeats_.emplace_back());
        profile_.points.push_back(std::move(point));
    }

    void note(std::string code, std::string text, std::string remedy) {
        profile_.notes.push_back(
            {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
    }

    void note_what_was_seen(std::size_t summaries) {
        if (summaries > 0)
            note("aggregates_left_out",
                 fmt::format("{} of means, deviations or fits: no points of their own",
                             counted(summaries, "row")),
                 "");
        if (cpu_times_ + real_times_ > 0)
            note("time_used",
                 fmt::format("Times are those that Google Benchmark's rates use: CPU time for {} rows, real "
                             "or manual time "
                             "for {}",
                             cpu_times_, real_times_),
                 cpu_times_ > 0 ? "UseRealTime() makes them wall time" : "");
        if (level_assumed_ > 0)
            note("level_assumed",
                 fmt::format("bytes_per_second names no level: taken as what instructions ask of L1 ({})",
                             counted(level_assumed_, "row")),
                 "give counters by level: l1_bytes, l2_bytes, l3_bytes, dram_bytes");
        if (!unused_.empty())
            note("counters_unused",
                 fmt::format("Counters without a meaning here: {}", fmt::join(unused_, ", ")),
                 "docs/formats.md lists the names that are known");
    }

    Profile& profile_;
    double waited_from_;
    std::vector<Clocks> clocks_{};                ///< of the points
    std::vector<std::vector<double>> repeats_{};  ///< of the points: s for one iteration, by repetition
    std::vector<std::pair<Row, std::string>> aggregates_{};
    std::set<std::string> with_rows_{}, unused_{};
    std::map<std::pair<std::string, int>, std::size_t> runs_{};
    std::size_t fits_ = 0, cpu_times_ = 0, real_times_ = 0, level_assumed_ = 0;
};

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    const std::string text = read_file(path);
    const std::string source = input_name(path);
    if (text.find("real_time,cpu_time,time_unit") != std::string::npos &&
        text.find("\"benchmarks\"") == std::string::npos)
        throw Error(
            Exit::bad_input, "this is Google Benchmark's CSV, which lacks threads and repetitions",
            {.where = source, .expected = "its JSON", .remedy = "write it with --benchmark_out=FILE"});
    TolerantJson json = parse_tolerantly(text, source, "benchmarks");
    const auto rows = json.document.is_object() ? json.document.find("benchmarks") : json.document.end();
    if (!json.document.is_object() || rows == json.document.end() || !rows->is_array())
        throw Error(Exit::bad_input, "there is no \"benchmarks\" array",
                    {.where = source, .expected = "Google Benchmark's JSON"});
    Profile profile{.source = source, .format = "google-benchmark"};
    read_context(json.document, profile);
    const auto context = json.document.find("context");
    const gbench::Semantics semantics =
        gbench::semantics_of(context != json.document.end() ? *context : Json::object());
    const gbench::CounterMap counters;
    Collector collector(profile, counters.waited_from());
    std::size_t index = 0;
    for (const Json& row : *rows) {
        const std::string where = fmt::format("{}, benchmarks[{}]", source, index++);
        if (row.is_object()) {
            collector.add(gbench::read_row(row, counters, semantics), where);
        } else {
            ++profile.records;
            profile.rejected.push_back({.record = where, .name = "", .reason = "it is no JSON object"});
        }
    }
    collector.finish();
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the file holds no benchmark that was run",
                    {.where = source, .expected = "at least one row with a time"});
    note_if_mended(json, profile);
    if (!json.cut_at.empty())
        profile.notes.push_back({.code = "truncated",
                                 .text = fmt::format("{} breaks off at {}: its {} whole rows are kept",
                                                     printable(source), json.cut_at, rows->size()),
                                 .remedy = "run the benchmark to its end"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc google_benchmark_importer{
    .name = "google-benchmark",
    .summary = "JSON of Google Benchmark, with counters for FLOPs and bytes by level",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
