// The CARM tool's results: two lines of header, then one line for each run; columns by their place.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "ceilings/importers/importer.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::ceilings {
namespace {

constexpr double giga = 1e9;
constexpr int most_threads = 4096;

/// Places of the columns.
constexpr std::size_t isa_at = 1, precision_at = 2, threads_at = 3, loads_at = 4, stores_at = 5,
                      instruction_at = 8, rate_at = 17, fma_at = 19;
constexpr std::array<std::pair<Level, std::size_t>, 4> level_places{
    {{Level::L1, 9}, {Level::L2, 11}, {Level::L3, 13}, {Level::DRAM, 15}}};

using Fields = std::vector<std::string_view>;

std::string_view at(const Fields& fields, std::size_t index) {
    if (index >= fields.size()) return "";
    std::string_view text = fields[index];
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

/// 0 stands for "not measured" in these files.
double number(const Fields& fields, std::size_t index) {
    const std::string_view text = at(fields, index);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : 0;
}

std::optional<Isa> isa_of(std::string_view name) {
    if (name == "sse") return Isa::sse2;
    if (name == "armscalar" || name == "riscvscalar") return Isa::scalar;
    return parse_name<Isa>(name);
}

std::optional<Op> op_of(std::string_view instruction) {
    return instruction == "div" ? std::optional(Op::div) : parse_name<Op>(instruction);
}

struct Run {
    std::string isa{}, precision{};
    int threads = 1;
    double loads = 0, stores = 0;
    std::optional<Op> op{};
    std::array<double, level_places.size()> bandwidths{};
    double rate = 0, fma = 0;
};

/// A run of so many threads; the most of the file are taken for the device.
class Adder {
  public:
    Adder(ImportedRoofs& roofs, int device_threads) : roofs_(roofs), device_threads_(device_threads) {}

    void add(const Run& run) {
        Target target{.isa = isa_of(run.isa),
                      .scope = run.threads == 1                 ? Scope::core
                               : run.threads == device_threads_ ? Scope::device
                                                                : Scope::cores,
                      .threads = run.threads};
        add_compute(run, target);
        target.kind = Kind::bandwidth;
        target.pattern = pattern_of(run);
        for (std::size_t i = 0; i < level_places.size(); ++i) {
            target.level = level_places[i].first;
            const double value = run.bandwidths[i] * giga;
            // Each store beyond L1 reads its line first.
            const double all = run.loads + run.stores;
            const double bus =
                target.level == Level::L1 || all <= 0 ? value : value * (all + run.stores) / all;
            roofs_.add(target, value, {}, bus);
        }
    }

  private:
    static Pattern pattern_of(const Run& run) {
        if (run.stores <= 0) return Pattern::load;
        if (run.loads <= 0) return Pattern::store;
        return run.loads > run.stores ? Pattern::triad : Pattern::copy;
    }

    void add_compute(const Run& run, Target target) {
        target.kind = Kind::compute;
        target.dtype = run.precision == "sp" ? Dtype::f32 : Dtype::f64;
        target.engine = target.isa == Isa::scalar ? Engine::scalar : Engine::vector;
        target.op = run.op;
        roofs_.add(target, run.rate * giga);
        target.op = Op::fma;
        roofs_.add(target, run.fma * giga);
    }

    ImportedRoofs& roofs_;
    int device_threads_;
};

bool knows(std::string_view head) {
    return head.starts_with("Name:,") && head.find("L1 Size:") != std::string_view::npos;
}

Ceilings import(const std::filesystem::path& path) {
    CsvReader csv(path);
    Fields fields;
    ImportedRoofs roofs(path, "the CARM tool");
    if (!csv.next(fields) || at(fields, 0) != "Name:")
        throw Error(
            Exit::bad_input, "its first line does not begin with \"Name:\"",
            {.where = input_name(path), .expected = "the CARM tool's results (…_roofline_results.csv)"});
    const std::string machine = escape_invalid_utf8(at(fields, 1));
    std::vector<Run> runs;
    int most = 1;
    std::size_t left_out = 0;
    while (csv.next(fields)) {
        if (at(fields, 0) == "Date") continue;
        Run run{.isa = std::string(at(fields, isa_at)),
                .precision = std::string(at(fields, precision_at)),
                .loads = number(fields, loads_at),
                .stores = number(fields, stores_at),
                .op = op_of(at(fields, instruction_at)),
                .rate = number(fields, rate_at),
                .fma = number(fields, fma_at)};
        const double threads = number(fields, threads_at);
        if (fields.size() <= rate_at || threads < 1 || threads > most_threads) {
            ++left_out;
            continue;
        }
        run.threads = static_cast<int>(threads);
        for (std::size_t i = 0; i < level_places.size(); ++i)
            run.bandwidths[i] = number(fields, level_places[i].second);
        most = std::max(most, run.threads);
        runs.push_back(std::move(run));
    }
    Adder adder(roofs, most);
    for (const Run& run : runs) adder.add(run);
    if (!machine.empty())
        roofs.note("machine", fmt::format("the file calls the machine {}", printable(machine)));
    if (left_out > 0)
        roofs.note("rows_left_out",
                   fmt::format("{} rows are no results: too short, or without threads", left_out));
    return roofs.finish({}, most);
}

}  // namespace

extern constinit const CeilingsImporterDesc carm_ceilings{
    .name = "carm", .summary = "the CARM tool's roofline results", .knows = knows, .import = import};

}  // namespace mansard::ceilings
