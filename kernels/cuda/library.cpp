#include "kernels/cuda/library.hpp"

#include <dlfcn.h>

namespace mansard::kernels::cuda {

Library::Library(const char* name) : handle_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ != nullptr) return;
    if (const char* text = ::dlerror()) error_ = text;
}

void* Library::address(const char* symbol) const {
    return handle_ == nullptr ? nullptr : ::dlsym(handle_, symbol);
}

}  // namespace mansard::kernels::cuda
