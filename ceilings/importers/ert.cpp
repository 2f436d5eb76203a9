// The Empirical Roofline Toolkit: its summary text (sum) and its JSON. It updates each element of an array
// (a load and a store) with a growing number of multiply-adds in double precision.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ceilings/importers/importer.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace mansard::ceilings {
namespace {

constexpr double giga = 1e9;
/// A machine with more is a mistake.
constexpr double most_threads = 4096;

struct Entry {
    std::string name{};
    double value = 0;
};

struct Results {
    std::vector<Entry> rates{}, bandwidths{};            ///< GFLOP/s; GB/s from L1 outwards
    std::vector<Entry> spec_rates{}, spec_bandwidths{};  ///< of the datasheet
    std::string host{}, version{};
    bool gpu = false;
    double threads = 0;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// "  1709.15 GFLOPs"
std::optional<Entry> read_entry(std::string_view line) {
    line = trimmed(line);
    Entry entry;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), entry.value);
    if (error != std::errc() || end == line.data() + line.size() || (*end != ' ' && *end != '\t'))
        return std::nullopt;
    entry.name = escape_invalid_utf8(trimmed(line.substr(static_cast<std::size_t>(end - line.data()))));
    return entry;
}

/// Later versions say of each number whether it is empirical or the specification's: "L1 EMP".
bool take_suffix(std::string& name, std::string_view suffix) {
    if (!name.ends_with(suffix)) return false;
    name.resize(name.size() - suffix.size());
    return true;
}

bool is_rate(std::string_view name) {
    return name.ends_with("GFLOPs") || name.ends_with("GFLOP/s");
}

Results read_sum(std::string_view text) {
    Results results;
    bool metadata = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(text.substr(at, end - at));
        at = end + 1;
        metadata = metadata || line.starts_with("META_DATA");
        if (!metadata) {
            if (auto entry = read_entry(line)) {
                const bool spec = take_suffix(entry->name, " SPEC");
                take_suffix(entry->name, " EMP");
                if (is_rate(entry->name))
                    (spec ? results.spec_rates : results.rates).push_back(*std::move(entry));
                else if (!entry->name.ends_with("Weight"))
                    (spec ? results.spec_bandwidths : results.bandwidths).push_back(*std::move(entry));
            }
            continue;
        }
        const std::size_t space = line.find_first_of(" \t");
        if (space == std::string_view::npos) continue;
        const std::string_view key = line.substr(0, space), value = trimmed(line.substr(space));
        double number = 0;
        std::from_chars(value.data(), value.data() + value.size(), number);
        if (key == "HOSTNAME") results.host = escape_invalid_utf8(value);
        if (key == "ERT_VERSION") results.version = printable(value, 40);
        if (key == "GPU_BLOCKS" || key == "GPU_THREADS") results.gpu = true;
        if ((key == "OPENMP_THREADS" || key == "MPI_PROCS") && number >= 1)
            results.threads = std::max(results.threads, 1.0) * number;
    }
    return results;
}

const Json& part(const Json& object, std::string_view key) {
    static const Json nothing;
    if (!object.is_object()) return nothing;
    const auto found = object.find(key);
    return found == object.end() ? nothing : *found;
}

std::vector<Entry> entries_of(const Json& list) {
    std::vector<Entry> entries;
    if (!list.is_array()) return entries;
    for (const Json& pair : list)
        if (pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_number())
            entries.push_back({escape_invalid_utf8(pair[0].get<std::string>()), pair[1].get<double>()});
    return entries;
}

Results read_json(const Json& document) {
    const Json &empirical = part(document, "empirical"), &spec = part(document, "spec");
    const Json &rates = part(empirical, "gflops"), &metadata = part(empirical, "metadata");
    Results results{.rates = entries_of(part(rates, "data")),
                    .bandwidths = entries_of(part(part(empirical, "gbytes"), "data")),
                    .spec_rates = entries_of(part(part(spec, "gflops"), "data")),
                    .spec_bandwidths = entries_of(part(part(spec, "gbytes"), "data"))};
    const auto text = [](const Json& value) {
        return value.is_string() ? escape_invalid_utf8(value.get<std::string>()) : std::string();
    };
    results.host = text(part(metadata, "HOSTNAME"));
    results.version = printable(text(part(metadata, "ERT_VERSION")), 40);
    const Json& run = part(rates, "metadata");
    results.gpu = run.is_object() && (run.contains("GPU_BLOCKS") || run.contains("GPU_THREADS"));
    for (const char* key : {"OPENMP_THREADS", "MPI_PROCS"})
        if (part(run, key).is_number() && part(run, key).get<double>() >= 1)
            results.threads = std::max(results.threads, 1.0) * part(run, key).get<double>();
    return results;
}

/// "FP32 GFLOPs"; older versions compute in double and do not say so.
Dtype dtype_of(std::string_view name) {
    if (name.find("FP32") != std::string_view::npos) return Dtype::f32;
    return name.find("FP16") != std::string_view::npos ? Dtype::f16 : Dtype::f64;
}

/// By name; else the first is L1 and the last memory.
std::optional<Level> level_of(const std::vector<Entry>& entries, std::size_t index) {
    const std::string& name = entries[index].name;
    if (const auto level = parse_name<Level>(name)) return level;
    if (name == "HBM" || name == "MCDRAM" || index + 1 == entries.size()) return Level::DRAM;
    return index == 0 ? std::optional(Level::L1) : std::nullopt;
}

bool knows(std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    if (has("\"empirical\"") && has("\"gbytes\"")) return true;
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    auto first = read_entry(head.substr(0, head.find('\n')));
    if (!first) return false;
    take_suffix(first->name, " EMP");
    return is_rate(first->name);
}

Ceilings import(const std::filesystem::path& path) {
    const std::string content = read_file(path);
    const bool json = trimmed(content.substr(0, content.find_first_not_of(" \t\r\n") + 1)).ends_with('{');
    const Results results = json ? read_json(parse_json(content, path.string())) : read_sum(content);
    ImportedRoofs roofs(path, "ERT" + (results.version.empty() ? "" : " " + results.version));
    const int threads = results.gpu ? 1 : static_cast<int>(std::clamp(results.threads, 1.0, most_threads));
    const Scope scope = results.gpu || threads > 1 ? Scope::device : Scope::core;
    const std::string device = results.gpu ? "cuda:0" : "cpu";
    const auto compute = [&](const Entry& entry) {
        return Target{.device = device,
                      .kind = Kind::compute,
                      .dtype = dtype_of(entry.name),
                      .engine = Engine::vector,
                      .scope = scope,
                      .threads = threads};
    };
    const auto memory = [&](Level level) {
        return Target{.device = device,
                      .kind = Kind::bandwidth,
                      .level = level,
                      .pattern = Pattern::update,
                      .scope = scope,
                      .threads = threads};
    };
    for (const Entry& entry : results.rates) roofs.add(compute(entry), entry.value * giga);
    // A line that is loaded before it is stored needs no write-allocate: the bus sees the same bytes.
    for (std::size_t i = 0; i < results.bandwidths.size(); ++i)
        if (const auto level = level_of(results.bandwidths, i))
            roofs.add(memory(*level), results.bandwidths[i].value * giga, {},
                      results.bandwidths[i].value * giga);
    for (const Entry& entry : results.spec_rates)
        roofs.set_limit(compute(entry), entry.value * giga, "ERT's configuration");
    for (std::size_t i = 0; i < results.spec_bandwidths.size(); ++i)
        if (const auto level = level_of(results.spec_bandwidths, i))
            roofs.set_limit(memory(*level), results.spec_bandwidths[i].value * giga, "ERT's configuration");
    if (!results.host.empty()) roofs.note("host", fmt::format("measured on {}", printable(results.host)));
    if (results.threads == 0 && !results.gpu)
        roofs.note("threads_unknown", "The file does not say how many threads ran: one core is assumed");
    return roofs.finish({}, results.gpu || results.threads == 0 ? 0 : threads);
}

}  // namespace

extern constinit const CeilingsImporterDesc ert_ceilings{
    .name = "ert",
    .summary = "the Empirical Roofline Toolkit's sum and JSON",
    .knows = knows,
    .import = import};

}  // namespace mansard::ceilings
