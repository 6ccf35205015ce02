// Occurrences of words on lines, and the array that holds them.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/types.hpp"

namespace lexigrid {

/// 16 bytes. `length` counts cells.
struct LineOccurrence {
  WordId word;
  uint32_t row;
  uint32_t column;
  uint16_t length;
  uint8_t direction;  // kNoDirection on a single cell
  uint8_t unused;
};

/// Grows by `realloc`: the C library moves the pages of a large array instead of copying them, so
/// that a hundred million occurrences never lie in memory twice. What has no element yet is not
/// touched and costs nothing.
class Occurrences {
 public:
  Occurrences() = default;
  Occurrences(Occurrences&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        room_(std::exchange(other.room_, 0)) {}
  Occurrences& operator=(Occurrences&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    return *this;
  }
  Occurrences(const Occurrences&) = delete;
  Occurrences& operator=(const Occurrences&) = delete;
  ~Occurrences() { std::free(data_); }

  [[nodiscard]] size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] LineOccurrence* data() noexcept { return data_; }
  [[nodiscard]] const LineOccurrence* data() const noexcept { return data_; }
  [[nodiscard]] LineOccurrence* begin() noexcept { return data_; }
  [[nodiscard]] LineOccurrence* end() noexcept { return data_ + size_; }
  [[nodiscard]] const LineOccurrence* begin() const noexcept { return data_; }
  [[nodiscard]] const LineOccurrence* end() const noexcept { return data_ + size_; }
  [[nodiscard]] LineOccurrence& operator[](size_t i) noexcept { return data_[i]; }
  [[nodiscard]] const LineOccurrence& operator[](size_t i) const noexcept { return data_[i]; }

  void push_back(const LineOccurrence& each) {
    if (size_ == room_) grow(size_ + 1);
    data_[size_++] = each;
  }

  /// Writes one in any case and keeps it where it is one: no branch on what nobody foretells.
  void push_back_if(bool is_one, const LineOccurrence& each) {
    if (size_ == room_) grow(size_ + 1);
    data_[size_] = each;
    size_ += is_one ? 1 : 0;
  }

  void append(std::span<const LineOccurrence> more) {
    if (size_ + more.size() > room_) grow(size_ + more.size());
    for (const LineOccurrence& each : more) data_[size_++] = each;
  }

  /// Adds so many of any value; returns the first.
  [[nodiscard]] LineOccurrence* extend(size_t more) {
    if (size_ + more > room_) grow(size_ + more);
    size_ += more;
    return data_ + size_ - more;
  }

  /// So many of any value.
  void reset(size_t size) {
    size_ = 0;
    if (size > room_) grow(size);
    size_ = size;
  }

  /// Removes the first `count`, which must be there.
  void remove_first(size_t count) noexcept {
    std::copy(data_ + count, data_ + size_, data_);
    size_ -= count;
  }

  /// Keeps the first `size`, which must be there.
  void shrink(size_t size) noexcept { size_ = size; }

 private:
  static_assert(std::is_trivially_copyable_v<LineOccurrence> && sizeof(LineOccurrence) == 16);

  void grow(size_t least) {
    const size_t room = std::max<size_t>({least, room_ + room_ / 2, 64});
    void* const moved = std::realloc(data_, room * sizeof(LineOccurrence));
    if (moved == nullptr) throw std::bad_alloc();
    data_ = static_cast<LineOccurrence*>(moved);
    room_ = room;
  }

  LineOccurrence* data_ = nullptr;
  size_t size_ = 0;
  size_t room_ = 0;
};

}  // namespace lexigrid
