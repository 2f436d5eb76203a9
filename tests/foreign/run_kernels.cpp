// Runs every kernel that this (emulated) machine executes, once, and asks its check, before and after: prints
// a line for each and exits 1 if any is wrong. With names of rows as arguments, those must be among them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <string>

#include "kernels/kernel.hpp"
#include "kernels/system/isa.hpp"

namespace {

using mansard::Kind;
using mansard::kernels::Frame;
using mansard::kernels::KernelDesc;

struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<std::byte, Free>;

Memory zeroed(std::size_t bytes) {
    const std::size_t whole = (bytes + 4095) / 4096 * 4096;
    auto* const memory = static_cast<std::byte*>(std::aligned_alloc(4096, whole));
    std::memset(memory, 0, whole);
    return Memory(memory);
}

bool is_right(const KernelDesc& kernel) {
    const std::size_t granules = kernel.measures == Kind::latency ? 64 : kernel.power_of_two ? 4 : 3;
    const std::size_t bytes = granules * kernel.granule * static_cast<std::size_t>(kernel.arrays);
    const Memory memory = zeroed(bytes + 4096), result = zeroed(4096);
    const long passes = kernel.measures == Kind::compute   ? 1001
                        : kernel.measures == Kind::latency ? 8 * 17
                                                           : 3;
    const Frame frame{.memory = memory.get(), .bytes = bytes, .passes = passes, .result = result.get()};
    if (kernel.prepare != nullptr) kernel.prepare(frame);
    if (kernel.check(frame)) return false;  // nothing has run yet
    return kernel.run(frame) > 0 && kernel.check(frame);
}

}  // namespace

int main(int argc, char** argv) {
    std::set<std::string, std::less<>> wanted(argv + 1, argv + argc);
    int wrong = 0;
    for (const KernelDesc* kernel : mansard::kernels::all_kernels()) {
        if (!mansard::kernels::can_execute(kernel->isa)) continue;
        const bool right = is_right(*kernel);
        std::printf("%s %s\n", right ? "right" : "WRONG", kernel_name(*kernel).c_str());
        wrong += !right;
        if (const auto row = wanted.find(name_of(kernel->isa)); row != wanted.end()) wanted.erase(row);
    }
    for (const std::string& row : wanted) std::printf("MISSING %s: not executed here\n", row.c_str());
    return wrong > 0 || !wanted.empty() ? 1 : 0;
}
