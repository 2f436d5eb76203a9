// A libFuzzer target; built once for each importer of roofs, whose name is MANSARD_IMPORTER.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "ceilings/importers/importer.hpp"
#include "core/error.hpp"
#include "core/json.hpp"

// The name is libFuzzer's.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mansard;
    const int descriptor = ::memfd_create("roofs", MFD_CLOEXEC);
    if (descriptor < 0 || ::write(descriptor, data, size) != static_cast<ssize_t>(size)) std::abort();
    try {
        const auto& importer = ceilings::find_ceilings_importer(MANSARD_IMPORTER);
        const ceilings::Ceilings roofs = importer.import(fmt::format("/proc/self/fd/{}", descriptor));
        ceilings::ceilings_from_json(parse_json(to_text(to_json(roofs)), "fuzzed"), "fuzzed");
    } catch (const Error& error) {
        if (error.status() != Exit::bad_input) std::abort();
    }
    ::close(descriptor);
    return 0;
}
