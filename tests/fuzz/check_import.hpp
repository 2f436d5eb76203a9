// What must hold for every importer and every file, however broken. Shared by the fuzzers and by the tests
// that mutate the fixtures.
#pragma once

#include <string_view>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer::testing {

/// Imports a file of these bytes, analyzes and reports it. Throws std::logic_error, saying what did not hold,
/// if the importer fails in another way than by an Error of bad input, loses a record, or lets a number pass
/// that is none. Returns whether there was anything to import.
bool check_import(const ImporterDesc& importer, std::string_view content);

}  // namespace mansard::analyzer::testing
