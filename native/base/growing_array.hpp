// An array for large answers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "base/memory.hpp"

namespace lexigrid {

/// Grows with `realloc`. The C library moves the pages of a large array instead of copying them, so a hundred
/// million elements are never in memory twice and growing is always fast. Unused capacity is never touched.
template <class T>
class GrowingArray {
 public:
  GrowingArray() = default;
  explicit GrowingArray(const T& first) { push_back(first); }
  GrowingArray(GrowingArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  ~GrowingArray() { free_memory(data_, capacity_ * sizeof(T)); }

  [[nodiscard]] size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  [[nodiscard]] T& operator[](size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const T& operator[](size_t i) const noexcept { return data_[i]; }

  [[nodiscard]] friend bool operator==(const GrowingArray& a, std::span<const T> b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

  void push_back(const T& each) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_++] = each;
  }

  /// Always writes the element, but keeps it only if `is_match`. Avoids an unpredictable branch.
  void push_back_if(bool is_match, const T& each) {
    if (size_ == capacity_) grow(size_ + 1);
    data_[size_] = each;
    size_ += is_match ? 1 : 0;
  }

  void append(std::span<const T> more) {
    reserve(more.size());
    for (const T& each : more) data_[size_++] = each;
  }

  /// Makes room for `more` elements, which may be written to `end()` before `extend` appends them.
  void reserve(size_t more) {
    if (size_ + more > capacity_) grow(size_ + more);
  }

  /// Appends uninitialized elements and returns the first.
  T* extend(size_t more) {
    reserve(more);
    size_ += more;
    return data_ + size_ - more;
  }

  /// Changes the size and leaves all elements uninitialized.
  void reset(size_t size) {
    size_ = 0;
    if (size > capacity_) grow(size);
    size_ = size;
  }

  /// Removes the first `count` elements; there must be that many.
  void remove_first(size_t count) noexcept {
    std::copy(data_ + count, data_ + size_, data_);
    size_ -= count;
  }

  /// Keeps only the first `size` elements; there must be that many.
  void shrink(size_t size) noexcept { size_ = size; }

 private:
  static_assert(std::is_trivially_copyable_v<T>);

  void grow(size_t least) {
    const size_t capacity = std::max<size_t>({least, capacity_ + capacity_ / 2, 64});
    const Memory memory = resize_memory(data_, capacity_ * sizeof(T), capacity * sizeof(T));
    data_ = static_cast<T*>(memory.begin);
    capacity_ = memory.size / sizeof(T);
  }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace lexigrid
