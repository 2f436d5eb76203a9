#include "tests/codegen/dialect.hpp"

namespace mansard::codegen {

const Dialect& native() {
#if defined(__x86_64__)
    return x86();
#elif defined(__aarch64__)
    return aarch64();
#endif
}

}  // namespace mansard::codegen
