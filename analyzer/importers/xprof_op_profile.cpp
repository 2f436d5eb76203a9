// XProf's op_profile: a tree of categories and operations. The topmost operation on each way down is a point;
// what was fused into it, and duplicates that were joined, stand below it and are counted with it.
#include <fmt/format.h>

#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/device_kinds.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/tolerant_json.hpp"
#include "analyzer/xprof/op.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using namespace xprof;

constexpr double pico = 1e-12;
/// XProf prunes the tree; less than this share of the time is rounding.
constexpr double sums_agree = 0.01;
/// The trees of one profile, the best first: the others group the same operations otherwise.
constexpr std::array<std::string_view, 6> trees{"byCategory",   "byCategoryExcludeIdle",
                                                "byProgram",    "byProgramExcludeIdle",
                                                "byProvenance", "byProvenanceExcludeIdle"};

int sniff(const std::filesystem::path&, std::string_view head) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || head[first] != '{') return 0;
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    for (const std::string_view tree : trees)
        if (has(fmt::format("\"{}\"", tree)) && (has("\"children\"") || has("\"metrics\""))) return 90;
    return 0;
}

std::string text_at(const Json& object, std::string_view key) {
    if (!object.is_object()) return "";
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const Json& at(const Json& object, std::string_view key) {
    static const Json none;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? *found : none;
}

class Reading {
  public:
    Reading(Chip chip, const ImportOptions& options, Profile& profile)
        : chip_(chip), options_(options), profile_(profile) {}

    void run(const Json& root, std::string_view tree) {
        walk(root, "", std::string(tree));
        const std::optional<double> whole = number(at(root, "metrics"), "rawTime");
        if (!whole) {
            profile_.notes.push_back({.code = "fractions_only",
                                      .text =
                                          "The file gives shares of the time and of the peak, no times and "
                                          "no FLOPs: the points have neither",
                                      .remedy = "save it from a newer XProf, or take roofline_model"});
            return;
        }
        Op total = read(root);
        total.name = "total";
        profile_.program.push_back(point_of(total, chip_));
        const double sum = seconds_of_points(profile_) + left_out_;
        if (*whole * pico - sum > sums_agree * *whole * pico)
            profile_.notes.push_back(
                {.code = "operations_left_out",
                 .text = fmt::format(
                     "The operations add up to {} of {}: XProf lists the longest of each category",
                     si(sum, "s"), si(*whole * pico, "s")),
                 .remedy = "hlo_stats lists all"});
    }

  private:
    /// The document's depth is bounded by the parser.
    void walk(const Json& node, const std::string& category, const std::string& where) {
        const Json& children = at(node, "children");
        const std::string own = at(node, "category").is_object() ? text_at(node, "name") : category;
        const bool leaf = !children.is_array() || children.empty();
        if (at(node, "xla").is_object() || (leaf && is_idle(own))) return take(node, own, where);
        if (leaf) return;
        std::size_t index = 0;
        for (const Json& child : children) walk(child, own, fmt::format("{}.children[{}]", where, index++));
    }

    void take(const Json& node, const std::string& category, const std::string& where) {
        fault_.clear();
        Op op = read(node);
        op.category = text_at(at(node, "xla"), "category");
        if (op.category.empty()) op.category = category;
        op.framework_op = text_at(at(node, "xla"), "provenance");
        if (op.name.empty()) fault_ = "it has no name";
        const std::string record = fmt::format("{}, {}", profile_.source, where);
        if (fault_.empty()) {
            if (is_idle(op.category) || (!options_.feeds && is_feed(op.category)))
                left_out_ += op.total.value_or(0);
            return add_op(op, record, chip_, options_, profile_);
        }
        ++profile_.records;
        profile_.rejected.push_back({.record = record, .name = printable(op.name), .reason = fault_});
    }

    Op read(const Json& node) {
        Op op{.name = text_at(node, "name")};
        const Json& metrics = at(node, "metrics");
        if (const auto time = number(metrics, "rawTime")) op.total = *time * pico;
        // Protocol buffers leave out what is 0.
        op.calls = std::max(1.0, number(metrics, "occurrences").value_or(1));
        op.model_flops = number(metrics, "rawFlops");
        op.flops = number(metrics, "bf16Flops");
        if (!op.flops) op.flops = op.model_flops;
        const Json& bytes = at(metrics, "rawBytesAccessedArray");
        const auto entry = [&](std::size_t index) -> std::optional<double> {
            if (!bytes.is_array() || index >= bytes.size()) return std::nullopt;
            return checked(bytes[index], "rawBytesAccessedArray");
        };
        op.bytes.hbm = entry(0);
        const auto read = entry(1), written = entry(2);
        if (chip_ == Chip::gpu) {
            if (read || written) op.bytes.l1 = read.value_or(0) + written.value_or(0);
        } else if (read.value_or(0) + written.value_or(0) > 0) {
            // All that is no HBM: CMEM, where a chip has it, is in it.
            op.bytes.vmem_read = read;
            op.bytes.vmem_write = written;
        }
        if (op.total && !op.flops && op.bytes.hbm) op.flops = 0;
        return op;
    }

    std::optional<double> number(const Json& metrics, std::string_view key) {
        const Json& value = at(metrics, key);
        return value.is_null() ? std::nullopt : checked(value, key);
    }

    std::optional<double> checked(const Json& value, std::string_view key) {
        // 64-bit integers are text in protocol buffers' JSON.
        const ReadNumber number = value.is_string()
                                      ? read_number(std::string_view(value.get_ref<const std::string&>()))
                                      : read_number(value);
        if (number.fault == nullptr) return number.value;
        if (fault_.empty()) fault_ = fault_text(key, value.is_string() ? value.dump() : "", number.fault);
        return std::nullopt;
    }

    Chip chip_;
    const ImportOptions& options_;
    Profile& profile_;
    std::string fault_{};
    double left_out_ = 0;  ///< s of idle time and of feeds
};

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    const std::string source = input_name(path);
    const TolerantJson json = parse_tolerantly(read_file(path), source, "children");
    Profile profile{.source = source, .format = "xprof-op-profile"};
    const std::string device = text_at(json.document, "deviceType");
    profile.device = device_of(device);
    for (const std::string_view tree : trees) {
        if (!at(json.document, tree).is_object()) continue;
        Reading(chip_of(device), options, profile).run(at(json.document, tree), tree);
        break;
    }
    if (profile.records == 0)
        throw Error(Exit::bad_input, "there is no operation",
                    {.where = source, .expected = "op_profile's JSON with \"byCategory\" or \"byProgram\""});
    state_device_kind(profile, device_kind::gpu_or_tpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc xprof_op_profile_importer{
    .name = "xprof-op-profile",
    .summary = "XProf's op_profile: its tree as JSON",
    .sniff = sniff,
    .import = import,
    .heeds = {.feeds = true}};

}  // namespace mansard::analyzer
