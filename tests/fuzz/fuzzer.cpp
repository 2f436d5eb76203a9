// A libFuzzer target; built once for each importer, whose name is MANSARD_IMPORTER.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/check_import.hpp"

// The name is libFuzzer's.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mansard::analyzer;
    static const ImporterDesc& importer = find_importer({}, MANSARD_IMPORTER);
    testing::check_import(importer, {reinterpret_cast<const char*>(data), size});
    return 0;
}
