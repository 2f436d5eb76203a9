#include "analyzer/settings.hpp"

#include <string>

#include "core/embedded.hpp"
#include "core/json.hpp"

namespace mansard::analyzer {
namespace {

const std::string source = "configs/analyze/analysis.json";

}  // namespace

Settings::Settings() {
    const Json document = parse_json(embedded_file(source), source);
    above_roof_margin_ = number_member(document, "above_roof_margin", source);
    unknown_dtype_ = name_member<Dtype>(document, "unknown_dtype", source);
    most_findings_per_rule_ =
        static_cast<std::size_t>(number_member(document, "most_findings_per_rule", source));
    rules_ = std::make_shared<const Json>(member(document, "rules", source));
}

double Settings::rule(std::string_view code, std::string_view parameter) const {
    return number_member(member(*rules_, code, source), parameter, source + ", rules");
}

}  // namespace mansard::analyzer
