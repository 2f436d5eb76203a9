// A profile that comes through a pipe: copied, so that its format can be told and it be read again.
#pragma once

#include <filesystem>
#include <string>

#include "analyzer/point.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {

class PipeCopy {
  public:
    /// Whether `path` is a named pipe or what a shell makes of <(command). Standard input ("-") is not: it
    /// has a copy of its own.
    static bool is_pipe(const std::filesystem::path& path);

    /// Reads all that comes out of `path` into a file without a name. Throws Error{bad_input} where that
    /// cannot be done.
    explicit PipeCopy(const std::filesystem::path& path);
    ~PipeCopy();
    PipeCopy(const PipeCopy&) = delete;
    PipeCopy& operator=(const PipeCopy&) = delete;

    /// Where the copy can be opened while this lives.
    const std::string& path() const { return copy_; }
    /// Puts the pipe's name where the copy's stands.
    void rename(Profile& profile) const;
    Error renamed(const Error& error) const;

  private:
    std::string renamed(std::string text) const;

    std::string pipe_, copy_{};
    int descriptor_ = -1;
};

}  // namespace mansard::analyzer
