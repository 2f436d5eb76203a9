#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "analyzer/broken_json.hpp"
#include "analyzer/failed_run.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/near_miss.hpp"
#include "ceilings/importers/importer.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/input.hpp"
#include "core/lines.hpp"
#include "core/spool.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 16;
/// Below it an importer only guesses.
constexpr int sure_enough = 50;

std::string names() {
    std::string out;
    for (const ImporterDesc* importer : importers())
        out += (out.empty() ? "" : ", ") + std::string(importer->name);
    return out;
}

/// The first bytes, which stay there to be read: of standard input, a copy where it is a pipe.
std::string read_head(const std::filesystem::path& path) {
    const bool standard_input = path == "-";
    if (standard_input) spool_standard_input();
    const int descriptor = standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        throw Error(Exit::bad_input, fmt::format("cannot read the profile: {}", std::strerror(errno)),
                    {.where = path.string(), .remedy = "check the path and its permissions"});
    const off_t start = ::lseek(descriptor, 0, SEEK_CUR);
    std::string head(head_bytes, '\0');
    std::size_t filled = 0;
    int error = 0;
    while (filled < head.size()) {
        const ssize_t got = ::read(descriptor, head.data() + filled, head.size() - filled);
        if (got > 0)
            filled += static_cast<std::size_t>(got);
        else if (got == 0 || errno != EINTR) {
            error = got < 0 ? errno : 0;
            break;
        }
    }
    if (!standard_input)
        ::close(descriptor);
    else if (error == 0 && ::lseek(descriptor, start, SEEK_SET) < 0)
        error = errno;
    if (error != 0)
        throw Error(Exit::bad_input, fmt::format("cannot read the profile: {}", std::strerror(error)),
                    {.where = input_name(path), .expected = "a file", .remedy = "check the path"});
    head.resize(filled);
    return head;
}

}  // namespace

const ImporterDesc& find_importer(const std::filesystem::path& path, std::string_view forced_name) {
    if (!forced_name.empty()) {
        for (const ImporterDesc* importer : importers())
            if (importer->name == forced_name) return *importer;
        throw Error(
            Exit::usage, fmt::format("no such format: \"{}\"", printable(forced_name)),
            {.where = "--from", .expected = "one of " + names(), .remedy = "see `mansard list formats`"});
    }
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    const bool folder = std::filesystem::is_directory(status);
    const std::string bytes = folder ? "" : read_head(path);
    // A byte order mark is nothing to read: the readers leave it out, too.
    const std::string_view head = std::string_view(bytes).substr(mark_length(bytes));
    const ImporterDesc* best = nullptr;
    int surest = 0;
    for (const ImporterDesc* importer : importers())
        if (const int sure = importer->sniff(path, head); sure > surest) surest = sure, best = importer;
    if (best != nullptr && surest >= sure_enough) return *best;
    if (folder)
        throw Error(Exit::bad_input, "no importer knows what lies in this folder",
                    {.where = path.string(),
                     .expected = "a file, or a profiler's output folder",
                     .remedy = "name the profile in it"});
    if (head.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw Error(Exit::bad_input, "the profile is empty",
                    {.where = input_name(path),
                     .expected = "a profile",
                     .remedy = "look at what should have written it, and run that again"});
    if (auto miss = near_miss(head, printable(input_name(path))))
        throw Error(Exit::bad_input, std::move(miss->what),
                    {.where = input_name(path),
                     .expected = std::move(miss->expected),
                     .remedy = std::move(miss->remedy)});
    if (const auto* roofs = ceilings::recognise_ceilings(head))
        throw Error(Exit::bad_input, fmt::format("it holds roofs, not a profile: {}", roofs->summary),
                    {.where = input_name(path),
                     .expected = "a profile",
                     .remedy = fmt::format("make ceilings of it: mansard build --from {}", roofs->name)});
    if (const auto failed = failed_run(head))
        throw Error(Exit::bad_input,
                    fmt::format("it holds no profile but what went wrong; it says \"{}\"", failed->reason),
                    {.where = input_name(path),
                     .expected = "one of " + names(),
                     .remedy = std::string(failed->remedy)});
    if (auto broken = broken_json(head, input_name(path))) throw *std::move(broken);
    throw Error(
        Exit::bad_input,
        fmt::format("no importer knows this format; it begins with \"{}\"", printable(first_line(head), 60)),
        {.where = input_name(path),
         .expected = "one of " + names(),
         .remedy = "if it is one of them, name it with --from"});
}

}  // namespace mansard::analyzer
