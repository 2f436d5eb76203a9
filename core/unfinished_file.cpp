#include "core/unfinished_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace mansard {

SignalsHeld::SignalsHeld() {
    sigset_t held;
    ::sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() {
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

UnfinishedFile::UnfinishedFile(std::filesystem::path target, bool may_be_nameless)
    : target_(std::move(target)) {
    const std::filesystem::path folder = target_.has_parent_path() ? target_.parent_path() : ".";
    // Not the target's name and more, which may be too long.
    stem_ = (folder / "mansard.").string();
    if (may_be_nameless) descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    // A name can be given by way of /proc alone.
    if (descriptor_ >= 0 && ::access(fmt::format("/proc/self/fd/{}", descriptor_).c_str(), F_OK) == 0) return;
    if (descriptor_ >= 0) ::close(descriptor_);
    open_named();
}

void UnfinishedFile::open_named() {
    held_.emplace();
    std::string name = stem_ + "XXXXXX";
    descriptor_ = ::mkstemp(name.data());
    if (descriptor_ < 0)
        error_ = errno;
    else
        name_ = std::move(name);
}

int UnfinishedFile::give_name() {
    held_.emplace();
    const std::string own = fmt::format("/proc/self/fd/{}", descriptor_);
    // Somebody else's file is never replaced: a name that is taken is not the one.
    for (int attempt = 0; attempt < 1000; ++attempt) {
        std::string name = fmt::format("{}{}-{}", stem_, ::getpid(), attempt);
        if (::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
            return name_ = std::move(name), 0;
        if (errno != EEXIST) return errno;
    }
    return EEXIST;
}

int UnfinishedFile::put_in_place() {
    if (name_.empty())
        if (const int error = give_name()) return error;
    if (::close(std::exchange(descriptor_, -1)) != 0) return errno;
    if (::rename(name_.c_str(), target_.c_str()) != 0) return errno;
    name_.clear();
    held_.reset();
    return 0;
}

UnfinishedFile::~UnfinishedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!name_.empty()) ::unlink(name_.c_str());
    // Signals that waited act now, when held_ goes.
}

}  // namespace mansard
