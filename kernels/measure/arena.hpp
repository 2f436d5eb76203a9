#pragma once

#include <cstddef>
#include <cstdint>

namespace mansard::kernels {

enum class Pages : std::uint8_t { huge, ordinary };

/// A thread's memory, 2 MiB aligned, huge pages asked for or refused. Reserved at once, backed page by page
/// by the thread that touches it first: so touch it from the thread (and NUMA node) that will use it, or bind
/// it to a node before.
class Arena {
  public:
    /// Throws Error{bad_input} if the address space cannot be had.
    explicit Arena(std::size_t bytes, Pages pages = Pages::huge);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    /// Has the memory come from `node`, wherever the thread runs that touches it; false where the system
    /// refuses. Before the first touch.
    bool bind(int node);

    std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }

    /// Makes the first `bytes` resident, from the calling thread; what was made resident before stays.
    void touch(std::size_t bytes);
    /// The fraction of the resident part that huge pages back, as /proc/self/smaps tells; 0 where it does
    /// not.
    double huge_page_fraction();

  private:
    std::byte* mapping_ = nullptr;
    std::size_t mapped_ = 0;
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t touched_ = 0;
    std::size_t asked_at_ = 0;  ///< touched_ when the fraction was read: reading walks all page tables
    double huge_page_fraction_ = 0;
};

}  // namespace mansard::kernels
