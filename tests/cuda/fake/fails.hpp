// What goes wrong in the fakes of NVIDIA's libraries: FAKE_CUDA names it.
#pragma once

#include <cstdlib>
#include <string_view>

namespace mansard::fake {

inline bool fails(std::string_view how) {
    const char* asked = std::getenv("FAKE_CUDA");
    return asked != nullptr && asked == how;
}

}  // namespace mansard::fake
