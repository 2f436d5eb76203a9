#include "analyzer/pipe_copy.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "core/input.hpp"
#include "core/spool.hpp"

namespace mansard::analyzer {

bool PipeCopy::is_pipe(const std::filesystem::path& path) {
    std::error_code ignored;
    return path != "-" && std::filesystem::is_fifo(path, ignored);
}

PipeCopy::PipeCopy(const std::filesystem::path& path) : pipe_(path.string()) {
    const int from = open_input(path);
    try {
        descriptor_ = spool(from, pipe_);
    } catch (...) {
        ::close(from);
        throw;
    }
    ::close(from);
    copy_ = fmt::format("/dev/fd/{}", descriptor_);
}

PipeCopy::~PipeCopy() {
    ::close(descriptor_);
}

std::string PipeCopy::renamed(std::string text) const {
    for (std::size_t at = text.find(copy_); at != std::string::npos; at = text.find(copy_, at + pipe_.size()))
        text.replace(at, copy_.size(), pipe_);
    return text;
}

void PipeCopy::rename(Profile& profile) const {
    profile.source = renamed(std::move(profile.source));
    for (Rejected& record : profile.rejected) record.record = renamed(std::move(record.record));
    for (Note& note : profile.notes) {
        note.text = renamed(std::move(note.text));
        note.remedy = renamed(std::move(note.remedy));
    }
}

Error PipeCopy::renamed(const Error& error) const {
    return Error(error.status(), renamed(std::string(error.what())));
}

}  // namespace mansard::analyzer
