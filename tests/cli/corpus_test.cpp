// Real profiles against values worked out by hand, where they lie beside the tree: each case runs the program
// as a user would. The profiles stay outside: they are other people's.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/json.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

/// Folders of the corpus whose cases must pass: those that an importer reads.
constexpr std::array<std::string_view, 8> read_folders{"ascend", "gbench", "likwid", "ncu",
                                                       "nsys",   "others", "perf",   "torch"};

std::filesystem::path corpus() {
    return std::filesystem::path(MANSARD_SOURCE_DIR) / "../shared/corpus";
}

struct Case {
    std::string id{};
    Json expected{};
    friend std::ostream& operator<<(std::ostream& out, const Case& one) { return out << one.id; }
};

std::vector<Case> cases() {
    std::vector<Case> all;
    const auto path = corpus() / "EXPECTED.json";
    if (!std::filesystem::exists(path)) return all;
    const Json document = parse_json(read_file(path), path.string());
    for (const Json& one : document["cases"]) {
        const std::filesystem::path file = one["file"].get<std::string>();
        if (std::ranges::find(read_folders, file.begin()->string()) != read_folders.end())
            all.push_back({one["id"].get<std::string>(), one});
    }
    return all;
}

/// What `key` of a point says; "tensor" among its FLOPs is the sum over the matrix units' types.
std::optional<double> value_of(const Json& point, const std::string& key) {
    if (key == "tensor" && point.is_object()) {
        std::optional<double> sum;
        for (const auto& [name, count] : point.items())
            if (name.starts_with("tensor.")) sum = sum.value_or(0) + count.get<double>();
        return sum;
    }
    const auto found = point.find(key);
    if (found == point.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

/// What of `expected` a point does not show; empty if all of it.
std::string difference(const Json& point, const Json& expected, double tolerance) {
    for (const auto& [key, wanted] : expected.items()) {
        if (key == "name") {
            if (point["name"].get<std::string>().find(wanted.get<std::string>()) == std::string::npos)
                return "name";
        } else if (wanted.is_object()) {
            const auto found = point.find(key);
            const std::string inner =
                difference(found != point.end() ? *found : Json::object(), wanted, tolerance);
            if (!inner.empty()) return key + "." + inner;
        } else if (wanted.is_null()) {
            if (point.contains(key) || value_of(point, key)) return key + " is there";
        } else {
            const std::optional<double> value = value_of(point, key);
            const double right = wanted.get<double>();
            if (!value) return key + " is missing";
            // A figure that was written with six digits is known to half a unit of the last.
            constexpr double six_digits = 5e-6;
            const double allowed = key == "rate" ? std::max(tolerance, six_digits) : tolerance;
            if (!(std::abs(*value - right) <= allowed * std::abs(right)))
                return fmt::format("{} is {}, not {}", key, *value, right);
        }
    }
    return {};
}

/// Some element of `found` must show all of `wanted`; else says what the nearest lacked.
void expect_some(const Json& found, const Json& wanted, double tolerance) {
    std::string differences;
    for (const Json& one : found) {
        const std::string different = difference(one, wanted, tolerance);
        if (different.empty()) return;
        // The elements that were meant: with hundreds of others their differences would drown.
        const bool meant = !different.starts_with("name") && !different.starts_with("launch_id");
        if (meant && differences.size() < 2000) differences += "\n  " + different;
    }
    ADD_FAILURE() << "no match among " << found.size() << " for " << wanted << differences;
}

void expect_totals(const Json& points, const Json& totals, double tolerance) {
    Json sums{{"points", points.size()}, {"kernels", 0.0}, {"seconds", 0.0}};
    for (const Json& point : points) {
        sums["kernels"] = sums["kernels"].get<double>() + value_of(point, "calls").value_or(0);
        sums["seconds"] = sums["seconds"].get<double>() + value_of(point, "seconds").value_or(0);
        if (!point.contains("flops")) continue;
        for (const auto& [dtype, count] : point["flops"].items())
            sums[dtype + "_flops"] = value_of(sums, dtype + "_flops").value_or(0) + count.get<double>();
    }
    EXPECT_EQ(difference(sums, totals, tolerance), "");
}

class Corpus : public ::testing::TestWithParam<Case> {};

TEST_P(Corpus, ShowsTheRightValues) {
    const Json& expected = GetParam().expected;
    const Scratch scratch;
    const std::string file = corpus() / expected["file"].get<std::string>();
    const double tolerance = expected.value("tolerance", 1e-6);
    const bool roofs = expected.contains("command");
    std::string arguments = "analyze";
    if (roofs) {
        arguments.clear();
        for (const Json& word : expected["command"]) arguments += word.get<std::string>() + " ";
    }
    arguments += fmt::format(" '{}' -o '{}'", file, scratch.file("out.json"));
    if (!roofs) arguments += " --format json";
    if (expected.value("per_launch", false)) arguments += " --per-launch";
    const Outcome outcome = run_mansard(arguments);
    if (expected.contains("error")) {
        EXPECT_EQ(outcome.status, 3) << outcome.err;
        EXPECT_NE(outcome.err.find(file), std::string::npos) << outcome.err;
        return;
    }
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json document = parse_json(read_file(scratch.file("out.json")), "the output");
    if (roofs) {
        for (const Json& roof : expected["roofs"]) {
            Json wanted = roof;
            Json fitting = Json::array();
            for (const Json& one : document["roofs"]) {
                bool fits = true;
                for (const char* key : {"level", "kind"})
                    fits = fits && (!roof.contains(key) || one.value(key, Json()) == roof[key]);
                if (fits) fitting.push_back(one);
            }
            wanted.erase("level");
            wanted.erase("kind");
            expect_some(fitting, wanted, tolerance);
        }
        return;
    }
    const Json& summary = document["summary"];
    EXPECT_EQ(summary["in"], summary["placed"].get<int>() + summary["rejected"].get<int>());
    for (const Json& point : expected.value("points", Json::array()))
        expect_some(document["points"], point, tolerance);
    expect_totals(document["points"], expected.value("totals", Json::object()), tolerance);
}

INSTANTIATE_TEST_SUITE_P(Handed, Corpus, ::testing::ValuesIn(cases()), [](const auto& tested) {
    std::string name = tested.param.id;
    std::ranges::replace(name, '-', '_');
    return name;
});
// Without the corpus there is nothing to run.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Corpus);

}  // namespace
}  // namespace mansard::cli
