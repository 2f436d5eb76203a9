#include "analyzer/read_profile.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "analyzer/pipe_copy.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

/// What the file seems to be; null where that is not told.
const ImporterDesc* recognised(const std::filesystem::path& path) {
    // Standard input has been read; a named pipe cannot be read twice.
    std::error_code error;
    if (path == "-" || !std::filesystem::is_regular_file(path, error)) return nullptr;
    try {
        return &find_importer(path, "");
    } catch (const Error&) {
        return nullptr;
    }
}

Profile read(const std::filesystem::path& path, std::string_view forced_name, const ImportOptions& options) {
    const ImporterDesc& importer = find_importer(path, forced_name);
    if (forced_name.empty()) return importer.import(path, options);
    // What is forced on a file of another format finds nothing in it, or a fault.
    std::optional<Profile> profile;
    std::optional<Error> fault;
    try {
        profile.emplace(importer.import(path, options));
    } catch (const Error& error) {
        if (error.status() != Exit::bad_input) throw;
        fault = error;
    }
    if (profile && !profile->points.empty()) return std::move(*profile);
    const ImporterDesc* other = recognised(path);
    if (other != nullptr && other != &importer)
        throw Error(Exit::bad_input, fmt::format("this is no {} file but {}", importer.name, other->name),
                    {.where = input_name(path),
                     .expected = std::string(importer.summary),
                     .remedy = fmt::format("read it as what it is: --from {}", other->name)});
    if (fault) throw *fault;
    return std::move(*profile);
}

}  // namespace

Profile read_profile(const std::filesystem::path& path, std::string_view forced_name,
                     const ImportOptions& options) {
    if (!PipeCopy::is_pipe(path)) return read(path, forced_name, options);
    const PipeCopy copy(path);
    try {
        Profile profile = read(copy.path(), forced_name, options);
        copy.rename(profile);
        return profile;
    } catch (const Error& error) {
        throw copy.renamed(error);
    }
}

}  // namespace mansard::analyzer
