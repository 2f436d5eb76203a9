#include "analyzer/xprof/space_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/trace/input.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/spool.hpp"

namespace mansard::analyzer::xprof {
namespace {

/// No protocol buffer is larger; a small .gz can hold any number of zeros.
constexpr std::size_t most_bytes = std::size_t{1} << 31;

}  // namespace

SpaceFile::SpaceFile(const std::filesystem::path& path) {
    const bool standard_input = path == "-";
    if (standard_input) spool_standard_input();
    const std::filesystem::path file = standard_input ? "/dev/stdin" : path;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    char magic[2]{};
    // Whole pages are read as they are needed, and given back: a profile of a long run has gigabytes.
    if (descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
        ::pread(descriptor, magic, 2, 0) == 2 && std::string_view(magic, 2) != "\x1f\x8b") {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (mapped != MAP_FAILED) {
            mapped_ = mapped;
            bytes_ = {static_cast<const char*>(mapped), size};
        }
    }
    if (descriptor >= 0) ::close(descriptor);
    if (mapped_ == nullptr) read(file, input_name(path));
}

SpaceFile::~SpaceFile() {
    if (mapped_ != nullptr) ::munmap(mapped_, bytes_.size());
}

void SpaceFile::read(const std::filesystem::path& path, const std::string& source) {
    trace::Input input(path);
    constexpr std::size_t piece = std::size_t{1} << 20;
    for (std::size_t got = 1; got > 0;) {
        const std::size_t filled = unpacked_.size();
        if (filled > most_bytes)
            throw Error(Exit::bad_input, "unpacked it is larger than 2 GiB, which no protocol buffer is",
                        {.where = source, .expected = "an XSpace of JAX or TensorFlow"});
        unpacked_.resize(filled + piece);
        got = input.read(unpacked_.data() + filled, piece);
        unpacked_.resize(filled + got);
    }
    damage_ = input.damage();
    bytes_ = unpacked_;
}

}  // namespace mansard::analyzer::xprof
