// A root directory with a few files of /proc and /sys, as another machine would have them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/file.hpp"
#include "tests/scratch.hpp"

namespace mansard::kernels::testing {

class FakeRoot {
  public:
    /// Writes `content` to `path` below the root, making its directories.
    FakeRoot& with(const std::string& path, std::string_view content) {
        const std::filesystem::path file = this->path() / path;
        std::filesystem::create_directories(file.parent_path());
        write_file(file, content);
        return *this;
    }
    std::filesystem::path path() const { return scratch_.file(""); }

  private:
    mansard::testing::Scratch scratch_;
};

}  // namespace mansard::kernels::testing
