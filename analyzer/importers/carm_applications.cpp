// The CARM tool's applications.csv: rate, intensity and time of programs. Its bytes are those that
// instructions ask for.
#include <fmt/format.h>

#include "analyzer/delimited.hpp"
#include "analyzer/finite.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

bool is_header(const Header& keys) {
    return has_column(keys, "method") && has_column(keys, "name") && has_column(keys, "precision") &&
           has_column(keys, "ai") && has_column(keys, "gflops");
}

int sniff(const std::filesystem::path&, std::string_view head) {
    return find_header(head, is_header) ? 94 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    Profile profile{.source = input_name(path), .format = "carm-applications"};
    DelimitedTable table(path, is_header,
                         "CARM's columns Date,Method,Name,ISA,Precision,Threads,AI,Gflops,…");
    const auto name = table.column({"name"}), method = table.column({"method"}),
               precision = table.column({"precision"}), threads = table.column({"threads"}),
               intensity = table.column({"ai"}), rate = table.column({"gflops"}),
               time = table.column({"time"});
    while (table.next()) {
        ++profile.records;
        Point point{.name = escape_invalid_utf8(table.at(name)),
                    .granularity = Granularity::region,
                    .category = Label(escape_invalid_utf8(table.at(method)))};
        std::string fault = point.name.empty() ? "it has no name" : "";
        const auto read = [&](std::optional<std::size_t> column) -> std::optional<double> {
            if (!column || table.at(column).empty()) return std::nullopt;
            const ReadNumber number = read_number(table.at(column));
            if (number.fault != nullptr && fault.empty())
                fault = fault_text(table.names()[*column], table.at(column), number.fault);
            return number.fault == nullptr ? std::optional(number.value) : std::nullopt;
        };
        const auto gflops = read(rate), ai = read(intensity), count = read(threads);
        point.seconds = read(time);
        if (!gflops && fault.empty()) fault = "it has no rate";
        if (!fault.empty()) {
            profile.rejected.push_back({.record = fmt::format("{}, line {}", profile.source, table.line()),
                                        .name = point.name,
                                        .reason = std::move(fault)});
            continue;
        }
        if (count && *count >= 1 && *count < 1e6) point.threads = static_cast<int>(*count);
        if (!point.seconds || *point.seconds <= 0) {
            point.seconds = 1;
            point.notes.push_back("the file gives no time: its rates stand for one second");
        }
        const double flop = *gflops * 1e9 * *point.seconds;
        const std::string_view type = table.at(precision);
        point.flops.push_back({.dtype = type == "dp"   ? Dtype::f64
                                        : type == "sp" ? Dtype::f32
                                                       : Dtype::unknown,
                               .count = flop});
        if (ai && *ai > 0) point.bytes.push_back({.level = Level::L1, .count = flop / *ai});
        keep_finite(point);
        profile.points.push_back(std::move(point));
    }
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the file lists no application",
                    {.where = profile.source, .expected = "rows below the header"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc carm_applications_importer{.name = "carm-applications",
                                                               .summary = "applications.csv of the CARM tool",
                                                               .sniff = sniff,
                                                               .import = import};

}  // namespace mansard::analyzer
