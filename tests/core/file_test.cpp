#include "core/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <ostream>
#include <stdexcept>
#include <thread>

#include "core/error.hpp"
#include "tests/scratch.hpp"

namespace mansard {
namespace {

class FileTest : public ::testing::Test {
  protected:
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_),
                                                      std::filesystem::directory_iterator()));
    }
    const testing::Scratch scratch_;
    const std::filesystem::path folder_ = scratch_.path();
};

TEST_F(FileTest, WhatIsWrittenIsRead) {
    const std::string content(300000, 'x');
    write_file(folder_ / "a", content);
    EXPECT_EQ(read_file(folder_ / "a"), content);
    write_file(folder_ / "a", std::string_view("short"));
    EXPECT_EQ(read_file(folder_ / "a"), "short");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, AByteOrderMarkIsNotRead) {
    write_file(folder_ / "a", std::string_view("\xef\xbb\xbf{}"));
    EXPECT_EQ(read_file(folder_ / "a"), "{}");
}

TEST_F(FileTest, AnOldFileSurvivesAFailure) {
    write_file(folder_ / "a", std::string_view("old"));
    EXPECT_THROW(write_file(folder_ / "a",
                            [](std::ostream& out) {
                                out << "half";
                                throw std::runtime_error("failed");
                            }),
                 std::runtime_error);
    EXPECT_EQ(read_file(folder_ / "a"), "old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, UnwritablePlacesAreNamed) {
    for (const auto& path : {folder_ / "none" / "a", folder_, std::filesystem::path("/dev/full")}) {
        try {
            write_file(path, std::string(200000, 'x'));
            ADD_FAILURE() << path;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
        }
    }
    EXPECT_TRUE(std::filesystem::is_directory(folder_));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(FileTest, DevicesAndPipesAreWrittenDirectly) {
    write_file("/dev/null", std::string_view("gone"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    const auto pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string got;
    std::thread reader([&] { got = read_file(pipe); });
    write_file(pipe, std::string_view("through"));
    reader.join();
    EXPECT_EQ(got, "through");
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
}

TEST_F(FileTest, LinksStayAndTheirTargetsChange) {
    write_file(folder_ / "target", std::string_view("old"));
    std::filesystem::create_symlink("target", folder_ / "link");
    write_file(folder_ / "link", std::string_view("new"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
    EXPECT_EQ(read_file(folder_ / "target"), "new");
    std::filesystem::create_symlink("later", folder_ / "dangling");
    write_file(folder_ / "dangling", std::string_view("made"));
    EXPECT_EQ(read_file(folder_ / "later"), "made");
    std::filesystem::create_symlink("loop", folder_ / "loop");
    EXPECT_THROW(write_file(folder_ / "loop", std::string_view("x")), Error);
}

TEST_F(FileTest, ModesAreKept) {
    write_file(folder_ / "a", std::string_view("x"));
    ::chmod((folder_ / "a").c_str(), 0640);
    write_file(folder_ / "a", std::string_view("y"));
    struct stat status {};
    ASSERT_EQ(::stat((folder_ / "a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST_F(FileTest, MissingFilesAreNamed) {
    try {
        read_file(folder_ / "none");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("none"), std::string::npos);
    }
    EXPECT_THROW(read_file(folder_), Error);
}

TEST_F(FileTest, WhatIsOpenIsWrittenWhereItStands) {
    const int descriptor = ::open((folder_ / "a").c_str(), O_RDWR | O_CREAT, 0600);
    ASSERT_GE(descriptor, 0);
    ASSERT_EQ(::write(descriptor, "before ", 7), 7);
    write_file("/dev/fd/" + std::to_string(descriptor), std::string_view("and after"));
    ::close(descriptor);
    EXPECT_EQ(read_file(folder_ / "a"), "before and after") << "not replaced";
    EXPECT_EQ(entries(), 1u);
    EXPECT_THROW(write_file("/dev/fd/999", std::string_view("x")), Error);
}

}  // namespace
}  // namespace mansard
