#include "tests/schemas/schema.hpp"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"

namespace mansard {

std::string schema_faults(std::string_view name, const Json& document) {
    const std::string path =
        std::string(MANSARD_SOURCE_DIR) + "/docs/schemas/mansard." + std::string(name) + "-1.schema.json";
    const auto schema_json = nlohmann::json::parse(read_file(path));
    const auto document_json = nlohmann::json::parse(to_text(document));
    valijson::Schema schema;
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_json), schema);
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document_json), &results))
        return "";
    std::string faults;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const std::string& part : error.context) faults += part;
        faults += ": " + error.description + "\n";
    }
    return faults.empty() ? "invalid" : faults;
}

}  // namespace mansard
