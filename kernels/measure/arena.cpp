#include "kernels/measure/arena.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "core/error.hpp"
#include "core/quantity.hpp"
#include "kernels/system/numa.hpp"

namespace mansard::kernels {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t small_page = 4096;

}  // namespace

Arena::Arena(std::size_t bytes, Pages pages) : mapped_(bytes + 2 * huge_page), size_(bytes) {
    void* mapping =
        ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED)
        throw Error(
            Exit::bad_input,
            fmt::format("{} of memory cannot be had for measuring", binary_size(static_cast<double>(bytes))),
            {.remedy = "free memory or raise the limit (ulimit -v)"});
    mapping_ = static_cast<std::byte*>(mapping);
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    data_ = mapping_ + (huge_page - address % huge_page) % huge_page;
    // Advice only: a system that refuses huge pages shows in huge_page_fraction().
    ::madvise(data_, size_ + huge_page, pages == Pages::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

bool Arena::bind(int node) {
    return bind_memory(data_, size_ + huge_page, node);
}

Arena::~Arena() {
    ::munmap(mapping_, mapped_);
}

void Arena::touch(std::size_t bytes) {
    // Whole huge pages, so that a small set gets one too.
    const std::size_t until = std::min((bytes + huge_page - 1) / huge_page * huge_page, mapped_ - huge_page);
    for (; touched_ < until; touched_ += small_page) data_[touched_] = std::byte{1};
}

double Arena::huge_page_fraction() {
    if (touched_ == asked_at_) return huge_page_fraction_;
    asked_at_ = touched_;
    std::ifstream stream("/proc/self/smaps");
    const auto begin = reinterpret_cast<std::uintptr_t>(data_);
    const auto end = begin + touched_;
    bool inside = false;
    double huge_kib = 0;
    for (std::string line; std::getline(stream, line);) {
        std::uintptr_t from = 0, to = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx ", &from, &to) == 2)
            inside = from < end && to > begin;
        else if (inside && line.starts_with("AnonHugePages:"))
            huge_kib += std::strtod(line.c_str() + sizeof "AnonHugePages:", nullptr);
    }
    return huge_page_fraction_ = std::min(1.0, huge_kib * 1024 / static_cast<double>(touched_));
}

}  // namespace mansard::kernels
