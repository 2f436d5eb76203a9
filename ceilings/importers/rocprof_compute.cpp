// rocprof-compute's roofline.csv: one row for each GPU, each column with the least and the most of its runs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include "ceilings/importers/importer.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::ceilings {
namespace {

constexpr double giga = 1e9;

struct Column {
    std::string_view name;  ///< in lower case
    Kind kind = Kind::compute;
    Dtype dtype = Dtype::f64;
    Engine engine = Engine::vector;
    Level level = Level::DRAM;
    Pattern pattern = Pattern::load;
};

/// Its benchmarks copy through memory, and read caches and local memory.
constexpr std::array<Column, 17> known{{
    {.name = "hbmbw", .kind = Kind::bandwidth, .level = Level::DRAM, .pattern = Pattern::copy},
    {.name = "mallbw", .kind = Kind::bandwidth, .level = Level::L3},
    {.name = "l2bw", .kind = Kind::bandwidth, .level = Level::L2},
    {.name = "l1bw", .kind = Kind::bandwidth, .level = Level::L1},
    {.name = "ldsbw", .kind = Kind::bandwidth, .level = Level::shared},
    {.name = "fp16flops", .dtype = Dtype::f16},
    {.name = "fp32flops", .dtype = Dtype::f32},
    {.name = "fp64flops", .dtype = Dtype::f64},
    {.name = "i8ops", .dtype = Dtype::i8},
    {.name = "i32ops", .dtype = Dtype::i32},
    {.name = "mfmaf4flops", .dtype = Dtype::fp4, .engine = Engine::matrix},
    {.name = "mfmaf8flops", .dtype = Dtype::fp8, .engine = Engine::matrix},
    {.name = "mfmaf16flops", .dtype = Dtype::f16, .engine = Engine::matrix},
    {.name = "mfmabf16flops", .dtype = Dtype::bf16, .engine = Engine::matrix},
    {.name = "mfmaf32flops", .dtype = Dtype::f32, .engine = Engine::matrix},
    {.name = "mfmaf64flops", .dtype = Dtype::f64, .engine = Engine::matrix},
    {.name = "mfmai8ops", .dtype = Dtype::i8, .engine = Engine::matrix},
}};

std::string lower(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\r') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::optional<double> number(const std::vector<std::string_view>& fields, std::size_t at) {
    if (at >= fields.size()) return std::nullopt;
    const std::string text = lower(fields[at]);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Target target_of(const Column& column, const std::string& device) {
    Target target{.device = device, .kind = column.kind, .scope = Scope::device};
    if (column.kind == Kind::bandwidth) {
        target.level = column.level;
        target.pattern = column.pattern;
    } else {
        target.dtype = column.dtype;
        target.engine = column.engine;
    }
    return target;
}

bool knows(std::string_view head) {
    return lower(head.substr(0, 64)).starts_with("device,hbmbw");
}

Ceilings import(const std::filesystem::path& path) {
    CsvReader csv(path);
    std::vector<std::string_view> fields;
    ImportedRoofs roofs(path, "rocprof-compute");
    if (!csv.next(fields) || lower(fields[0]) != "device")
        throw Error(Exit::bad_input, "it does not begin with a column \"device\"",
                    {.where = input_name(path), .expected = "rocprof-compute's roofline.csv"});
    std::vector<std::string> header;
    for (const std::string_view field : fields) header.push_back(lower(field));
    while (csv.next(fields)) {
        const auto index = number(fields, 0);
        if (!index || *index < 0 || *index > 1e6) {
            roofs.note("row_left_out", fmt::format("line {} names no device", csv.line()));
            continue;
        }
        const std::string device = fmt::format("hip:{:.0f}", *index);
        for (std::size_t at = 1; at < header.size(); ++at) {
            const auto column = std::find_if(known.begin(), known.end(),
                                             [&](const Column& one) { return one.name == header[at]; });
            const auto value = number(fields, at);
            if (column == known.end() || !value) continue;
            // The names of the two that follow are misspelt in some versions; their places are not.
            std::optional<Interval> range;
            const auto low = number(fields, at + 1), high = number(fields, at + 2);
            if (at + 2 < header.size() && header[at + 1].ends_with("low") &&
                header[at + 2].ends_with("high") && low && high)
                range = Interval{*low * giga, *high * giga};
            const double rate = *value * giga;
            // A GPU's stores need no line beforehand: the bus sees what instructions ask for.
            roofs.add(target_of(*column, device), rate, range,
                      column->kind == Kind::bandwidth ? std::optional(rate) : std::nullopt);
        }
    }
    return roofs.finish({}, 0);
}

}  // namespace

extern constinit const CeilingsImporterDesc rocprof_compute_ceilings{
    .name = "rocprof-compute", .summary = "rocprof-compute's roofline.csv", .knows = knows, .import = import};

}  // namespace mansard::ceilings
