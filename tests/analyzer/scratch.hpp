// Files for importers to read, made in a directory that goes away with the test.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer::testing {

class Scratch {
  public:
    Scratch() {
        std::string name = std::filesystem::temp_directory_path() / "mansard-test-XXXXXX";
        path_ = ::mkdtemp(name.data());
    }
    ~Scratch() { std::filesystem::remove_all(path_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    std::filesystem::path write(const std::string& name, std::string_view content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
        return path_ / name;
    }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

/// Imports `content` as a file `name`, in the format that its content shows. Every record must end somewhere.
inline Profile import_text(const std::string& name, std::string_view content) {
    const Scratch scratch;
    const auto path = scratch.write(name, content);
    Profile profile = find_importer(path, "").import(path, {});
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
