// An object file that does everything that a kernel's must not: the checks must report each of it.
#include "kernels/kernel.hpp"

namespace mansard::kernels {

/// One copy of all objects' goes into the program: this one, compiled with flags that the machine may lack.
[[gnu::noinline, gnu::used]] inline long shared(long value) {
    return value * 3 + 1;
}

/// A second name beside the table.
long visible(long value) {
    return shared(value);
}

namespace MANSARD_ROW {
extern const KernelTable intrudes_kernels;
/// Filled in before main, by code of the row, on every machine.
const KernelTable intrudes_kernels{nullptr, static_cast<std::size_t>(visible(1))};
}  // namespace MANSARD_ROW

}  // namespace mansard::kernels
