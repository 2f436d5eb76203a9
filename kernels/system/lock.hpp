// One measurement at a time on a machine: two that share its cores would both come out low.
#pragma once

#include <filesystem>
#include <string>

namespace mansard::kernels {

/// An advisory lock (flock) on a file that every user of the machine can open; nothing is ever written into
/// it. It lasts as long as the object and ends with the process, however that ends.
class Lock {
  public:
    /// $MANSARD_LOCK, else mansard.lock in /tmp, or, where that cannot be had, in $XDG_RUNTIME_DIR (which is
    /// one user's own, and so comes second).
    static Lock open();
    /// Throws Error{bad_input} where `path` can be neither opened nor made.
    explicit Lock(std::filesystem::path path);
    ~Lock();
    Lock(Lock&& other) noexcept;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    Lock& operator=(Lock&&) = delete;

    /// Takes the lock if nobody has it; whether it is ours now. Never waits.
    bool take();
    const std::filesystem::path& path() const { return path_; }
    /// Who holds it, by /proc/locks: "process 1234 (mansard calibrate -o c.json)"; "another process" where
    /// the system does not say (another container's process).
    std::string holder(const std::filesystem::path& root = "/") const;

  private:
    std::filesystem::path path_;
    int descriptor_ = -1;
};

}  // namespace mansard::kernels
