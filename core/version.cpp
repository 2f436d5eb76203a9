#include "core/version.hpp"

namespace mansard {

std::string_view version() {
    return MANSARD_VERSION;
}

}  // namespace mansard
