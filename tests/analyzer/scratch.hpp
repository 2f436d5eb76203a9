// Files for importers to read, made in a directory that goes away with the test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "analyzer/importers/importer.hpp"
#include "core/file.hpp"
#include "tests/scratch.hpp"

namespace mansard::analyzer::testing {

using mansard::testing::Scratch;

/// A file of tests/data/analyzer.
inline std::string fixture(const std::string& name) {
    return read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/" + name);
}

/// Imports `content` as a file `name`, in the format that its content shows. Every record must end somewhere.
inline Profile import_text(const std::string& name, std::string_view content,
                           const ImportOptions& options = {}) {
    const Scratch scratch;
    const auto path = scratch.write(name, content);
    Profile profile = find_importer(path, "").import(path, options);
    std::size_t records = profile.rejected.size();
    for (const Point& point : profile.points) records += point.records;
    EXPECT_EQ(records, profile.records);
    return profile;
}

inline std::string codes(const std::vector<Note>& notes) {
    std::string out;
    for (const Note& note : notes) out += (out.empty() ? "" : " ") + note.code;
    return out;
}

}  // namespace mansard::analyzer::testing
