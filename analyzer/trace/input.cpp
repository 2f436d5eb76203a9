#include "analyzer/trace/input.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/input.hpp"

namespace mansard::analyzer::trace {
namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b";

gzFile as_gz(void* packed) {
    return static_cast<gzFile>(packed);
}

}  // namespace

Input::Input(std::filesystem::path path) : path_(std::move(path)) {
    descriptor_ = open_input(path_);
    char magic[2];
    const off_t start = ::lseek(descriptor_, 0, SEEK_CUR);
    // Of a pipe it cannot be looked at beforehand: zlib takes what is not packed as it is.
    const bool plain = start >= 0 && (::pread(descriptor_, magic, 2, start) != 2 ||
                                      std::string_view(magic, 2) != gzip_magic);
    if (plain) return;
    packed_ = ::gzdopen(descriptor_, "rb");
    if (packed_ == nullptr) {
        ::close(descriptor_);
        throw Error(Exit::bad_input, "there is no memory to unpack the profile",
                    {.where = input_name(path_)});
    }
    ::gzbuffer(as_gz(packed_), 1U << 18);
}

Input::~Input() {
    if (packed_ != nullptr)
        ::gzclose(as_gz(packed_));  // closes the descriptor, too
    else if (descriptor_ >= 0)
        ::close(descriptor_);
}

std::size_t Input::read(char* to, std::size_t size) {
    size = std::min<std::size_t>(size, INT_MAX);
    if (packed_ != nullptr) return read_packed(to, size);
    for (;;) {
        const ssize_t got = ::read(descriptor_, to, size);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno == EINTR) continue;
        throw Error(Exit::bad_input, fmt::format("cannot read the profile: {}", std::strerror(errno)),
                    {.where = input_name(path_), .expected = "a file", .remedy = "check the path"});
    }
}

std::size_t Input::read_packed(char* to, std::size_t size) {
    if (!damage_.empty()) return 0;
    const int got = ::gzread(as_gz(packed_), to, static_cast<unsigned>(size));
    int error = Z_OK;
    const char* words = ::gzerror(as_gz(packed_), &error);
    // What was unpacked before the damage is still good.
    if (error == Z_BUF_ERROR)
        damage_ = "the compressed data ends too early";
    else if (error != Z_OK && error != Z_STREAM_END)
        damage_ = fmt::format("the compressed data is damaged: {}", printable(words, 80));
    return got > 0 ? static_cast<std::size_t>(got) : 0;
}

std::string unpacked_head(std::string_view head) {
    const auto unmarked = [](std::string text) {
        if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
        return text;
    };
    if (!head.starts_with(gzip_magic)) return unmarked(std::string(head));
    z_stream stream{};
    // 16: a gzip header, and the largest window.
    if (::inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return {};
    std::string out(std::size_t{1} << 16, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(head.data()));
    stream.avail_in = static_cast<uInt>(head.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    ::inflate(&stream, Z_SYNC_FLUSH);
    out.resize(out.size() - stream.avail_out);
    ::inflateEnd(&stream);
    return unmarked(std::move(out));
}

}  // namespace mansard::analyzer::trace
