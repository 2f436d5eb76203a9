// The bytes of a raw profile, which may be larger than the memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace mansard::analyzer::xprof {

/// A file mapped into memory; what is packed (.gz) or no regular file is read into it.
class SpaceFile {
  public:
    /// Opens `path` ("-" is standard input). Throws Error{bad_input} if it cannot be read, or is larger
    /// unpacked than a protocol buffer may be.
    explicit SpaceFile(const std::filesystem::path& path);
    ~SpaceFile();
    SpaceFile(const SpaceFile&) = delete;
    SpaceFile& operator=(const SpaceFile&) = delete;

    std::string_view bytes() const { return bytes_; }
    /// Why unpacking ended before the file did; empty if it did not.
    const std::string& damage() const { return damage_; }

  private:
    void read(const std::filesystem::path& path, const std::string& source);

    void* mapped_ = nullptr;
    std::string unpacked_{}, damage_{};
    std::string_view bytes_{};
};

}  // namespace mansard::analyzer::xprof
