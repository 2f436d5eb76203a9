// The points of a profile: a queue that gives its memory back while it is consumed.
#pragma once

#include <cstddef>
#include <deque>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mansard::analyzer {

/// Elements in chunks of a size that the allocator takes from the system and returns to it: placing a million
/// points turns each into a larger one, and both would not fit into 1 GiB. std::deque's blocks are so small
/// that they stay with the process.
template <typename T>
class ChunkedQueue {
  public:
    void push_back(T value) {
        if (chunks_.empty() || chunks_.back().size() == chunk_size)
            chunks_.emplace_back().reserve(chunk_size);
        chunks_.back().push_back(std::move(value));
        ++size_;
    }
    /// The queue must not be empty.
    void pop_front() {
        --size_;
        if (++head_ < chunk_size && size_ > 0) return;
        chunks_.pop_front();
        head_ = 0;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& front() { return (*this)[0]; }
    T& operator[](std::size_t i) { return chunks_[(head_ + i) / chunk_size][(head_ + i) % chunk_size]; }
    const T& operator[](std::size_t i) const {
        return chunks_[(head_ + i) / chunk_size][(head_ + i) % chunk_size];
    }
    const T& at(std::size_t i) const {
        if (i >= size_) throw std::out_of_range("no such point");
        return (*this)[i];
    }

    template <typename Queue, typename Value>
    struct Iterator {
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = Value*;
        using reference = Value&;

        Queue* queue = nullptr;
        std::size_t at = 0;
        Value& operator*() const { return (*queue)[at]; }
        Value* operator->() const { return &(*queue)[at]; }
        Iterator& operator++() {
            ++at;
            return *this;
        }
        Iterator operator++(int) { return std::exchange(*this, {queue, at + 1}); }
        bool operator==(const Iterator&) const = default;
    };
    auto begin() { return Iterator<ChunkedQueue, T>{this, 0}; }
    auto end() { return Iterator<ChunkedQueue, T>{this, size_}; }
    auto begin() const { return Iterator<const ChunkedQueue, const T>{this, 0}; }
    auto end() const { return Iterator<const ChunkedQueue, const T>{this, size_}; }

  private:
    static constexpr std::size_t chunk_size = 4096;
    std::deque<std::vector<T>> chunks_{};
    std::size_t head_ = 0;  ///< popped elements of the first chunk
    std::size_t size_ = 0;
};

}  // namespace mansard::analyzer
