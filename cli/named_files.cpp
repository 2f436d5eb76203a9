#include "cli/named_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "core/error.hpp"
#include "core/output_place.hpp"

namespace mansard::cli {
namespace {

void refuse_empty(const NamedFile& file) {
    if (file.path.empty())
        throw Error(Exit::usage, "the name of a file is empty",
                    {.where = file.option, .expected = "a file, or - for a standard stream"});
}

void refuse_same_stream(std::span<const NamedFile> files, std::string_view stream) {
    const NamedFile* first = nullptr;
    for (const NamedFile& file : files) {
        if (file.path != "-") continue;
        if (first != nullptr)
            throw Error(Exit::usage, fmt::format("{} is named twice", stream),
                        {.where = fmt::format("{} and {}", first->option, file.option),
                         .remedy = "name a file for one of them"});
        first = &file;
    }
}

}  // namespace

void check_files(std::span<const NamedFile> inputs, std::span<const NamedFile> outputs) {
    for (const NamedFile& input : inputs) refuse_empty(input);
    for (const NamedFile& output : outputs) refuse_empty(output);
    refuse_same_stream(inputs, "standard input");
    refuse_same_stream(outputs, "standard output");
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const NamedFile& output = outputs[i];
        for (const NamedFile& other : outputs.first(i))
            if (is_same_file(output.path, other.path))
                throw Error(Exit::usage,
                            fmt::format("{} and {} are the same file", other.option, output.option),
                            {.where = output.path, .expected = "a file of its own for each output"});
        for (const NamedFile& input : inputs)
            if (input.path != "-" && is_same_file(output.path, input.path))
                throw Error(Exit::usage,
                            fmt::format("{} would be written over {}", output.option, input.option),
                            {.where = output.path, .expected = "an output that is none of the inputs"});
    }
    for (const NamedFile& output : outputs) require_writable(output.path);
}

void refuse_repeats(std::span<const std::string> paths, const std::string& what,
                    const std::string& expected) {
    for (std::size_t i = 0; i < paths.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            std::error_code missing;  // a file that is not there is reported when it is read
            if (paths[i] == paths[j] || std::filesystem::equivalent(paths[i], paths[j], missing))
                throw Error(Exit::usage, what, {.where = paths[i], .expected = expected});
        }
}

}  // namespace mansard::cli
