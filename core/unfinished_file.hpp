// A file while it is written: not to be seen before it is whole, and gone if it never will be.
#pragma once

#include <csignal>

#include <filesystem>
#include <optional>
#include <string>

namespace mansard {

/// Keeps SIGINT, SIGTERM and SIGHUP from this thread while it lives; what came meanwhile acts at its end.
class SignalsHeld {
  public:
    SignalsHeld();
    ~SignalsHeld();
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

  private:
    sigset_t before_{};
};

/// A new file beside `target`, of mode 0600. It has no name while it is written, so that nothing stays behind
/// however the program ends; where the file system has no such files, one with a name, and signals wait.
class UnfinishedFile {
  public:
    /// `may_be_nameless`: false as on a file system that has no such files.
    explicit UnfinishedFile(std::filesystem::path target, bool may_be_nameless = true);
    /// Removes what was not put in its place.
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Why it could not be made (errno); 0 if it was.
    int error() const { return error_; }
    int descriptor() const { return descriptor_; }
    /// Closes it and gives it the name of the target, in one step for whoever looks. Returns errno, 0 if
    /// done.
    int put_in_place();

  private:
    void open_named();
    int give_name();

    std::filesystem::path target_;
    std::string stem_{};  ///< of names for a moment
    std::string name_{};  ///< empty while it has none
    int descriptor_ = -1;
    int error_ = 0;
    std::optional<SignalsHeld> held_{};  ///< while it has a name that must not stay
};

}  // namespace mansard
