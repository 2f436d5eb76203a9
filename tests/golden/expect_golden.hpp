// A report against the recorded one.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "analyzer/reporters/reporter.hpp"

namespace mansard::analyzer::testing {

/// What `reporter` writes is tests/golden/`name`, byte for byte; with MANSARD_UPDATE_GOLDEN set it is
/// recorded.
template <typename Reporter, typename Subject>
void expect_golden(const std::string& name, const Reporter& reporter, const Subject& subject,
                   const ReportOptions& options = {}) {
    const std::filesystem::path path = std::filesystem::path(MANSARD_SOURCE_DIR) / "tests/golden" / name;
    std::ostringstream out;
    reporter.write(subject, options, out);
    if (std::getenv("MANSARD_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << out.str();
        return;
    }
    std::ifstream file(path, std::ios::binary);
    std::ostringstream golden;
    golden << file.rdbuf();
    ASSERT_TRUE(file) << path;
    // The first line that differs says enough; a whole report would not.
    std::istringstream expected(golden.str()), actual(out.str());
    std::string want, have;
    for (int line = 1; std::getline(expected, want) && std::getline(actual, have); ++line)
        ASSERT_EQ(want, have) << path << ", line " << line << "; write it anew with MANSARD_UPDATE_GOLDEN=1";
    EXPECT_TRUE(golden.str() == out.str()) << path << " differs in its length";
}

}  // namespace mansard::analyzer::testing
