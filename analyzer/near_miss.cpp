#include "analyzer/near_miss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "analyzer/fields.hpp"
#include "analyzer/near_trace.hpp"
#include "core/error.hpp"
#include "core/input.hpp"
#include "core/words.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view blanks = " \t\r\n";

struct OwnFile {
    std::string_view schema, is, remedy;
};

/// What mansard itself writes, and no importer reads.
constexpr std::array<OwnFile, 6> own_files{{
    {"mansard.ceilings/", "it holds ceilings, not a profile",
     "pass it with --ceilings, and a profile of your program beside it"},
    {"mansard.samples/", "it holds samples of a calibration, not a profile",
     "make ceilings of it (mansard build), and pass them with --ceilings beside a profile of your program"},
    {"mansard.comparison/", "it holds a comparison, not a profile", "name the profiles that were compared"},
    {"mansard.verification/", "it holds a verification of ceilings, not a profile",
     "name a profile of your program"},
    {"mansard.beside/", "it holds two ceilings side by side, not a profile",
     "name a profile of your program"},
    {"mansard.doctor/", "it holds what doctor found, not a profile", "name a profile of your program"},
}};

/// The text of the key "schema", which stands near the beginning of what mansard writes.
std::string_view schema_of(std::string_view head) {
    constexpr std::string_view key = "\"schema\"";
    const std::size_t at = head.find(key);
    if (at == std::string_view::npos) return {};
    const std::size_t open = head.find('"', at + key.size());
    if (open == std::string_view::npos) return {};
    const std::size_t close = head.find('"', open + 1);
    return close == std::string_view::npos ? "" : head.substr(open + 1, close - open - 1);
}

std::optional<NearMiss> own_file(std::string_view head) {
    const std::string_view schema = schema_of(head);
    for (const OwnFile& file : own_files)
        if (schema.starts_with(file.schema))
            return NearMiss{
                .what = std::string(file.is), .expected = "a profile", .remedy = std::string(file.remedy)};
    if (schema.starts_with("mansard."))
        return NearMiss{
            .what = fmt::format("its schema \"{}\" is none that this version reads", printable(schema)),
            .expected = "\"mansard.points/1\" or \"mansard.analysis/1\"",
            .remedy = "correct the schema, or use the version of mansard that wrote it"};
    return std::nullopt;
}

/// What profilers write beside the file that is wanted; told by what its beginning holds.
struct Sibling {
    std::string_view mark, is, remedy;
};
constexpr std::array<Sibling, 8> siblings{{
    {"Step,Computing,Communication(Not Overlapped)", "it holds torch_npu's times of whole steps, and no ops",
     "give kernel_details.csv of the same folder, or the folder itself"},
    {"Name,Input Shapes,Call Stack,Host Self Duration(us)",
     "it holds torch_npu's times of the host's operators",
     "give kernel_details.csv of the same folder, or the folder itself"},
    {"Level,API Name,Time(us),Count", "it holds msprof's times of API calls, and no ops",
     "give op_summary_*.csv of the same folder, or the folder itself"},
    {"kernel_name,kernel_type,stream_id,task_id,task_time(us)", "it holds msprof's task times only",
     "give op_summary_*.csv of the same folder, or the folder itself"},
    {"\"benchmarks\": [", "other text stands before Google Benchmark's JSON",
     "let the benchmark write its file: --benchmark_out=FILE --benchmark_out_format=json"},
    {"GID|MetricsCount|CpuCount", "it is likwid-perfctr's timeline, which names no counters",
     "measure the whole program (without -t), or regions with -m"},
    {"# Samples:", "it holds samples of perf record, not counts",
     "count: perf stat -x, -o perf.csv -e EVENTS PROGRAM"},
    {"op/s |", "it is nanobench's table, whose numbers are rounded and whose columns are anybody's",
     "render its JSON: bench.render(ankerl::nanobench::templates::json(), file)"},
}};

std::optional<NearMiss> sibling(std::string_view head) {
    // None of them is JSON.
    const std::size_t first = head.find_first_not_of(blanks);
    if (first == std::string_view::npos || head[first] == '{' || head[first] == '[') return std::nullopt;
    for (const Sibling& file : siblings)
        if (head.find(file.mark) != std::string_view::npos)
            return NearMiss{
                .what = std::string(file.is), .expected = "a profile", .remedy = std::string(file.remedy)};
    return std::nullopt;
}

/// A byte order mark, or text with a zero in every second byte.
std::optional<NearMiss> utf16(std::string_view head, std::string_view name) {
    constexpr std::size_t looked_at = 16;
    const auto zeros_at = [&](std::size_t first) {
        if (head.size() < looked_at) return false;
        for (std::size_t at = first; at < looked_at; at += 2)
            if (head[at] != '\0' || head[at ^ 1] == '\0') return false;
        return true;
    };
    if (!is_marked_utf16(head) && !zeros_at(0) && !zeros_at(1)) return std::nullopt;
    return NearMiss{.what = "the file is UTF-16, as PowerShell's > writes it",
                    .expected = "UTF-8",
                    .remedy = fmt::format("convert it: iconv -f UTF-16 -t UTF-8 {}", shell_word(name))};
}

std::string_view bare(std::string_view field) {
    const std::size_t first = field.find_first_not_of(" \t\r\"");
    return first == std::string_view::npos
               ? ""
               : field.substr(first, field.find_last_not_of(" \t\r\"") - first + 1);
}

std::vector<std::string_view> split(std::string_view line, char delimiter) {
    std::vector<std::string_view> fields;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(delimiter, at), line.size());
        fields.push_back(bare(line.substr(at, end - at)));
        at = end + 1;
    }
    return fields;
}

/// Its header would be known with other separators or in lower case, or lacks the name.
std::optional<NearMiss> almost_csv(std::string_view head) {
    const std::size_t start = std::min(head.find_first_not_of(blanks), head.size());
    const std::string_view line = head.substr(start, head.find('\n', start) - start);
    for (const auto& [delimiter, word] : {std::pair(',', "commas"), {';', "semicolons"}, {'\t', "tabs"}}) {
        bool named = false, capitals = false, measured = false;
        std::size_t known = 0;
        for (const std::string_view field : split(line, delimiter)) {
            std::string name = lower(field);
            if (parse_field(name).kind == Field::Kind::unknown &&
                parse_field(field).kind != Field::Kind::unknown)
                name = field;
            const Field::Kind kind = parse_field(name).kind;
            if (kind == Field::Kind::unknown) continue;
            ++known;
            named = named || kind == Field::Kind::name;
            measured = measured || kind == Field::Kind::seconds || kind >= Field::Kind::flops;
            capitals = capitals || parse_field(field).kind == Field::Kind::unknown;
        }
        if (known < 2 || !measured || (named && !capitals && delimiter == ',')) continue;
        std::string lacks;
        const auto add = [&](const std::string& text) { lacks += (lacks.empty() ? "" : ", ") + text; };
        if (delimiter != ',') add(fmt::format("its fields are separated by {}, not commas", word));
        if (capitals) add("its columns are not spelled as mansard's");
        if (!named) add("it has no column \"name\"");
        return NearMiss{
            .what = fmt::format("it is nearly mansard's CSV: {}; its header is \"{}\"", lacks,
                                printable(bare(line), 120)),
            .expected = "a header such as name,seconds,flops_f64,bytes_DRAM",
            .remedy = "spell the header like that, with commas between fields and dots in numbers"};
    }
    return std::nullopt;
}

}  // namespace

std::optional<NearMiss> near_miss(std::string_view head, std::string_view name) {
    if (auto found = utf16(head, name)) return found;
    if (auto found = own_file(head)) return found;
    if (auto found = other_trace(head)) return found;
    if (auto found = packed_file(head, name)) return found;
    if (auto found = almost_csv(head)) return found;
    return sibling(head);
}

}  // namespace mansard::analyzer
