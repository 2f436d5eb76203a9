#include <fmt/format.h>

#include "analyzer/reporters/reporter.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {

const ReporterDesc& find_reporter(std::string_view name) {
    std::string names;
    for (const ReporterDesc* reporter : reporters()) {
        if (reporter->name == name) return *reporter;
        names += (names.empty() ? "" : ", ") + std::string(reporter->name);
    }
    throw Error(Exit::usage, fmt::format("no such report: \"{}\"", printable(name)),
                {.where = "--report", .expected = "one of " + names, .remedy = "see `mansard list reports`"});
}

}  // namespace mansard::analyzer
