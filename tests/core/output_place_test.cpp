#include "core/output_place.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/scratch.hpp"

namespace mansard {
namespace {

namespace fs = std::filesystem;

class OutputPlaceTest : public ::testing::Test {
  protected:
    const testing::Scratch scratch_;
    const fs::path folder_ = scratch_.path();
};

TEST_F(OutputPlaceTest, GoodPlacesPassAndStayAsTheyAre) {
    write_file(folder_ / "old", std::string_view("old"));
    fs::create_symlink("later", folder_ / "dangling");
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    const auto before = fs::last_write_time(folder_);
    for (const fs::path& path : {folder_ / "new", folder_ / "old", folder_ / "dangling", folder_ / "pipe",
                                 fs::path("/dev/null"), fs::path("-")})
        EXPECT_NO_THROW(require_writable(path)) << path;
    EXPECT_EQ(read_file(folder_ / "old"), "old");
    EXPECT_FALSE(fs::exists(folder_ / "new"));
    EXPECT_FALSE(fs::exists(folder_ / "later"));
    EXPECT_EQ(fs::last_write_time(folder_), before) << "nothing was made there, not even for a moment";
}

TEST_F(OutputPlaceTest, BadPlacesAreNamedBeforeTheWork) {
    fs::create_symlink("loop", folder_ / "loop");
    for (const fs::path& path :
         {folder_ / "none" / "a", folder_, folder_ / "loop", folder_ / std::string(300, 'n'),
          fs::path("/proc/a"), fs::path("/dev/full"), fs::path("/dev/fd/999")}) {
        try {
            require_writable(path);
            ADD_FAILURE() << path;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
        }
    }
}

TEST_F(OutputPlaceTest, WhatIsOpenForReadingOnlyCannotBeWritten) {
    write_file(folder_ / "a", std::string_view("x"));
    const int descriptor = ::open((folder_ / "a").c_str(), O_RDONLY);
    EXPECT_THROW(require_writable("/proc/self/fd/" + std::to_string(descriptor)), Error);
    ::close(descriptor);
}

TEST_F(OutputPlaceTest, OneFileUnderTwoNames) {
    write_file(folder_ / "a", std::string_view("x"));
    fs::create_symlink("a", folder_ / "link");
    fs::create_hard_link(folder_ / "a", folder_ / "hard");
    fs::create_directory(folder_ / "sub");
    EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "a"));
    EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "link"));
    EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "hard"));
    EXPECT_TRUE(is_same_file(folder_ / "a", folder_ / "sub" / ".." / "a"));
    EXPECT_TRUE(is_same_file(folder_ / "new", folder_ / "sub" / ".." / "new")) << "not there yet";
    EXPECT_TRUE(is_same_file("no-such-output", "./no-such-output")) << "relative to where we are";
    EXPECT_FALSE(is_same_file(folder_ / "a", folder_ / "new"));
    EXPECT_FALSE(is_same_file(folder_ / "new", folder_ / "newer"));
    EXPECT_FALSE(is_same_file("/dev/null", "/dev/null")) << "it keeps nothing";
    EXPECT_FALSE(is_same_file("-", "-"));
}

}  // namespace
}  // namespace mansard
