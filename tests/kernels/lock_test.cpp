// One measurement at a time: the lock ends with its holder, however that ends.
#include "kernels/system/lock.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>

#include "core/error.hpp"
#include "tests/kernels/fake_root.hpp"

namespace mansard::kernels {
namespace {

using mansard::testing::Scratch;

TEST(Lock, OneHolderAtATime) {
    const Scratch scratch;
    auto first = std::make_unique<Lock>(scratch.file("lock"));
    Lock second(scratch.file("lock"));
    EXPECT_TRUE(first->take());
    EXPECT_FALSE(second.take());
    first.reset();
    EXPECT_TRUE(second.take());
}

TEST(Lock, NamesItsHolderAndEndsWithItsDeath) {
    const Scratch scratch;
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        Lock lock(scratch.file("lock"));
        const char held = lock.take() ? 'y' : 'n';
        if (::write(ready[1], &held, 1) == 1) ::pause();
        ::_exit(1);
    }
    char held = 0;
    ASSERT_EQ(::read(ready[0], &held, 1), 1);
    ASSERT_EQ(held, 'y');
    Lock lock(scratch.file("lock"));
    EXPECT_FALSE(lock.take());
    const std::string holder = lock.holder();
    // A container may hide other processes' locks; who is named must be the right one.
    if (holder != "another process") {
        EXPECT_TRUE(holder.starts_with("process " + std::to_string(child) + " (")) << holder;
    }
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_TRUE(lock.take());
    ::close(ready[0]);
    ::close(ready[1]);
}

TEST(Lock, EveryUserCanOpenItAndNothingIsWritten) {
    const Scratch scratch;
    const mode_t before = ::umask(077);
    Lock lock(scratch.file("lock"));
    ::umask(before);
    struct stat status {};
    ASSERT_EQ(::stat(scratch.file("lock").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0644U);
    EXPECT_TRUE(lock.take());
    EXPECT_EQ(std::filesystem::file_size(scratch.file("lock")), 0U);
    // Somebody else's file may be one that we cannot write.
    write_file(scratch.file("theirs"), "keep");
    ASSERT_EQ(::chmod(scratch.file("theirs").c_str(), 0444), 0);
    Lock theirs(scratch.file("theirs"));
    EXPECT_TRUE(theirs.take());
    EXPECT_EQ(read_file(scratch.file("theirs")), "keep");
}

TEST(Lock, LinksAreNotFollowedAndBadPlacesAreTold) {
    const Scratch scratch;
    write_file(scratch.file("victim"), "keep");
    std::filesystem::create_symlink(scratch.file("victim"), scratch.file("lock"));
    EXPECT_THROW(Lock(scratch.file("lock")), Error);
    try {
        const Lock lock(scratch.file("no/such/lock"));
        FAIL() << "opened";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        EXPECT_NE(std::string(error.what()).find("no/such/lock"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("--no-lock"), std::string::npos) << error.what();
    }
}

TEST(Lock, TheHolderIsReadFromTheKernelsList) {
    const Scratch scratch;
    const Lock lock(scratch.file("lock"));
    testing::FakeRoot root;
    EXPECT_EQ(lock.holder(root.path()), "another process") << "no list";
    struct stat status {};
    ASSERT_EQ(::stat(scratch.file("lock").c_str(), &status), 0);
    const std::string ours = [&] {
        char text[64];
        std::snprintf(text, sizeof text, "%02x:%02x:%lu", static_cast<unsigned>(status.st_dev >> 8 & 0xff),
                      static_cast<unsigned>(status.st_dev & 0xff), static_cast<unsigned long>(status.st_ino));
        return std::string(text);
    }();
    root.with("proc/locks", "garbage\n1: POSIX  ADVISORY  WRITE 11 " + ours +
                                " 0 EOF\n2: FLOCK  ADVISORY  WRITE 22 00:01:1 0 EOF\n3: -> FLOCK  ADVISORY  "
                                "WRITE 33 " +
                                ours + " 0 EOF\n4: FLOCK  ADVISORY  WRITE 44 " + ours + " 0 EOF\n");
    EXPECT_EQ(lock.holder(root.path()), "process 44");
    root.with("proc/44/cmdline", std::string("mansard\0calibrate\0", 18));
    EXPECT_EQ(lock.holder(root.path()), "process 44 (mansard calibrate)");
}

}  // namespace
}  // namespace mansard::kernels
