// The bytes of a file, unpacked where it is a .gz, piece by piece.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace mansard::analyzer::trace {

class Input {
  public:
    /// Opens `path` ("-" is standard input); throws Error{bad_input} if it cannot be read.
    explicit Input(std::filesystem::path path);
    ~Input();
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    /// Reads up to `size` bytes; 0 at the end, and where what is compressed is damaged or cut short.
    std::size_t read(char* to, std::size_t size);
    /// Why reading ended before the file did; empty if it did not.
    const std::string& damage() const { return damage_; }

  private:
    std::size_t read_packed(char* to, std::size_t size);

    std::filesystem::path path_;
    int descriptor_ = -1;
    void* packed_ = nullptr;  ///< zlib's gzFile, for a .gz
    std::string damage_{};
};

/// The first bytes of a file, unpacked if they are those of a .gz and without a byte order mark: for telling
/// formats by them.
std::string unpacked_head(std::string_view head);

}  // namespace mansard::analyzer::trace
