#pragma once

#include <string>

namespace mansard::kernels::cuda {

/// A shared library that is looked for while the program runs, and not linked: so the program starts where
/// the library is not there.
class Library {
  public:
    explicit Library(const char* name);
    bool is_open() const { return handle_ != nullptr; }
    /// Why it could not be opened, in the loader's words.
    const std::string& error() const { return error_; }

    /// Sets `function` to the symbol, or to null where the library has none.
    template <typename F>
    void find(const char* symbol, F*& function) const {
        function = reinterpret_cast<F*>(address(symbol));
    }

  private:
    void* address(const char* symbol) const;

    void* handle_;  ///< never closed: a driver that has started threads does not bear being unloaded
    std::string error_;
};

}  // namespace mansard::kernels::cuda
