// nvbench's JSON (--json FILE): one point for each state of a benchmark, of one call at its mean time.
#include <fmt/format.h>

#include <map>

#include "analyzer/device_kinds.hpp"
#include "analyzer/finite.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/tolerant_json.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

int sniff(const std::filesystem::path&, std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    if (has("\"nv/cold/") || has("\"nv/batch/")) return 96;
    return has("\"benchmarks\"") && has("\"states\"") && has("\"axis_values\"") ? 90 : 0;
}

std::string text_of(const Json& object, std::string_view key) {
    if (!object.is_object()) return "";
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? escape_invalid_utf8(found->get<std::string>()) : "";
}

const Json* array_of(const Json& object, std::string_view key) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? &*found : nullptr;
}

/// nvbench writes numbers as strings, so that no digit is lost.
std::optional<double> number_of(const Json& value, std::string& fault, std::string_view what) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    const ReadNumber number = read_number(std::string_view(text));
    if (number.fault == nullptr) return number.value;
    if (fault.empty()) fault = fault_text(what, text, number.fault);
    return std::nullopt;
}

/// A state's summaries by tag; what is no number is left to who asks for it.
class Summaries {
  public:
    explicit Summaries(const Json& state) {
        const Json* all = array_of(state, "summaries");
        if (all == nullptr) return;
        for (const Json& summary : *all) {
            const Json* data = array_of(summary, "data");
            if (data == nullptr) continue;
            for (const Json& entry : *data)
                if (text_of(entry, "name") == "value" && entry.contains("value"))
                    values_.emplace(text_of(summary, "tag"), &entry["value"]);
        }
    }
    std::optional<double> number(std::string_view tag, std::string& fault) const {
        const auto found = values_.find(tag);
        return found == values_.end() ? std::nullopt : number_of(*found->second, fault, tag);
    }

  private:
    std::map<std::string, const Json*, std::less<>> values_{};
};

class Reader {
  public:
    Reader(const Json& document, Profile& profile) : profile_(profile) {
        const Json* devices = array_of(document, "devices");
        if (devices == nullptr) return;
        for (const Json& device : *devices)
            if (device.is_object() && device.contains("id") && device["id"].is_number_integer())
                devices_.emplace(device["id"].get<std::int64_t>(), text_of(device, "name"));
    }

    void take(const Json& state, const std::string& benchmark, const std::string& where) {
        ++profile_.records;
        Point point{.name = benchmark};
        std::string fault;
        if (const Json* axes = array_of(state, "axis_values"))
            for (const Json& axis : *axes)
                if (axis.is_object() && axis.contains("value"))
                    point.name += fmt::format(
                        " {}={}", text_of(axis, "name"),
                        axis["value"].is_string() ? text_of(axis, "value") : axis["value"].dump());
        if (state.is_object() && state.contains("device") && state["device"].is_number_integer()) {
            const auto name = devices_.find(state["device"].get<std::int64_t>());
            if (name != devices_.end()) point.device = Label(name->second);
        }
        const bool skipped = state.is_object() && state.contains("is_skipped") &&
                             state["is_skipped"].is_boolean() && state["is_skipped"].get<bool>();
        if (skipped) fault = "it was skipped: " + text_of(state, "skip_reason");
        if (fault.empty()) read(Summaries(state), point, fault);
        if (fault.empty()) return profile_.points.push_back(std::move(point));
        profile_.rejected.push_back({.record = where, .name = point.name, .reason = std::move(fault)});
    }

  private:
    static void read(const Summaries& summaries, Point& point, std::string& fault) {
        point.seconds = summaries.number("nv/cold/time/gpu/mean", fault);
        if (!point.seconds) {
            point.seconds = summaries.number("nv/batch/time/gpu/mean", fault);
            if (point.seconds) point.notes.push_back("its time is that of batches: caches were warm");
        }
        if (!point.seconds) {
            if (fault.empty()) fault = "it has no GPU time";
            return;
        }
        std::string ignored;
        if (const auto samples = summaries.number("nv/cold/time/gpu/sample_size", ignored))
            point.notes.push_back(fmt::format("one call, the mean of {:.0f} samples", *samples));
        std::optional<double> rate = summaries.number("nv/cold/bw/global/bytes_per_second", fault);
        if (!rate) rate = summaries.number("nv/batch/bw/global/bytes_per_second", fault);
        if (rate)
            point.bytes.push_back(
                {.level = Level::DRAM, .how = How::modelled, .count = *rate * *point.seconds});
        keep_finite(point);
    }

    Profile& profile_;
    std::map<std::int64_t, std::string> devices_{};
};

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    Profile profile{.source = input_name(path), .format = "nvbench"};
    const TolerantJson json = parse_tolerantly(read_file(path), profile.source, "benchmarks");
    const Json* benchmarks = array_of(json.document, "benchmarks");
    if (benchmarks == nullptr)
        throw Error(Exit::bad_input, "there is no \"benchmarks\" array",
                    {.where = profile.source, .expected = "nvbench's JSON (--json FILE)"});
    Reader reader(json.document, profile);
    for (const Json& benchmark : *benchmarks) {
        const std::string name = text_of(benchmark, "name");
        const Json* states = array_of(benchmark, "states");
        if (states == nullptr) continue;
        std::size_t index = 0;
        for (const Json& state : *states)
            reader.take(state, name,
                        fmt::format("{}, {}, states[{}]", profile.source, printable(name), index++));
    }
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the file holds no state of a benchmark",
                    {.where = profile.source, .expected = "at least one benchmark that was run"});
    profile.notes.push_back(
        {.code = "bytes_declared",
         .text = "The bytes are those that the benchmarks declare for global memory, not counted",
         .remedy = ""});
    note_if_mended(json, profile);
    if (!json.cut_at.empty())
        profile.notes.push_back({.code = "truncated",
                                 .text = fmt::format("{} breaks off at {}: its whole benchmarks are kept",
                                                     printable(profile.source), json.cut_at),
                                 .remedy = "run the benchmark to its end"});
    state_device_kind(profile, device_kind::nvidia_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nvbench_importer{
    .name = "nvbench", .summary = "JSON of NVIDIA's nvbench", .sniff = sniff, .import = import};

}  // namespace mansard::analyzer
