#include "kernels/system/lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace mansard::kernels {
namespace {

constexpr const char* file_name = "mansard.lock";

/// Reading is enough for flock, so that any user's file serves every user. Opened before it is made: where
/// /tmp is protected (fs.protected_regular), O_CREAT fails on another user's file. No link is followed there.
int open_or_make(const std::filesystem::path& path) {
    constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    for (int attempt = 0; attempt < 3; ++attempt) {
        int descriptor = ::open(path.c_str(), flags);
        if (descriptor >= 0 || errno != ENOENT) return descriptor;
        descriptor = ::open(path.c_str(), flags | O_CREAT | O_EXCL, 0644);
        if (descriptor >= 0) {
            ::fchmod(descriptor, 0644);  // whatever the umask: the others must be able to open it
            return descriptor;
        }
        if (errno != EEXIST) return descriptor;  // else somebody was faster: open theirs
    }
    return -1;
}

/// The command line of a process as one would type it.
std::string command_of(long process, const std::filesystem::path& root) {
    std::ifstream stream(root / fmt::format("proc/{}/cmdline", process), std::ios::binary);
    std::string command{std::istreambuf_iterator<char>(stream), {}};
    std::replace(command.begin(), command.end(), '\0', ' ');
    command.erase(command.find_last_not_of(' ') + 1);
    return printable(command, 120);
}

}  // namespace

Lock Lock::open() {
    if (const char* named = std::getenv("MANSARD_LOCK"); named != nullptr && *named != '\0')
        return Lock(named);
    try {
        return Lock(std::filesystem::path("/tmp") / file_name);
    } catch (const Error&) {
        const char* own = std::getenv("XDG_RUNTIME_DIR");
        if (own == nullptr || *own == '\0') throw;
        return Lock(std::filesystem::path(own) / file_name);
    }
}

Lock::Lock(std::filesystem::path path) : path_(std::move(path)), descriptor_(open_or_make(path_)) {
    if (descriptor_ < 0)
        throw Error(Exit::bad_input, fmt::format("cannot open the lock: {}", std::strerror(errno)),
                    {.where = path_.string(),
                     .remedy = "name a file that can be made by MANSARD_LOCK=FILE, or measure without a lock "
                               "by --no-lock"});
}

Lock::~Lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Lock::Lock(Lock&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

bool Lock::take() {
    int result = 0;
    do result = ::flock(descriptor_, LOCK_EX | LOCK_NB);
    while (result != 0 && errno == EINTR);
    if (result == 0) return true;
    if (errno == EWOULDBLOCK) return false;
    throw Error(Exit::bad_input, fmt::format("cannot lock: {}", std::strerror(errno)),
                {.where = path_.string(),
                 .remedy = "name a file on a local disk by MANSARD_LOCK=FILE, or measure without a lock by "
                           "--no-lock"});
}

std::string Lock::holder(const std::filesystem::path& root) const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) return "another process";
    const std::string file =
        fmt::format("{:02x}:{:02x}:{}", major(status.st_dev), minor(status.st_dev), status.st_ino);
    // "1: FLOCK  ADVISORY  WRITE 27324 fe:00:10954318 0 EOF"; one that waits has "->" after the number.
    std::ifstream locks(root / "proc/locks");
    for (std::string line; std::getline(locks, line);) {
        std::istringstream words(line);
        const std::vector<std::string> word{std::istream_iterator<std::string>(words), {}};
        if (word.size() < 6 || word[1] != "FLOCK" || word[5] != file) continue;
        const long process = std::strtol(word[4].c_str(), nullptr, 10);
        if (process <= 0) continue;
        const std::string command = command_of(process, root);
        return fmt::format("process {}{}", process, command.empty() ? "" : " (" + command + ")");
    }
    return "another process";
}

}  // namespace mansard::kernels
