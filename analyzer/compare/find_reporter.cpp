#include <fmt/format.h>

#include "analyzer/compare/reporters/reporter.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {

const ComparisonReporterDesc& find_comparison_reporter(std::string_view name) {
    std::string names;
    for (const ComparisonReporterDesc* reporter : comparison_reporters()) {
        if (reporter->name == name) return *reporter;
        names += (names.empty() ? "" : ", ") + std::string(reporter->name);
    }
    throw Error(Exit::usage, fmt::format("no such report of a comparison: \"{}\"", printable(name)),
                {.where = "--report", .expected = "one of " + names, .remedy = "see `mansard list reports`"});
}

}  // namespace mansard::analyzer
