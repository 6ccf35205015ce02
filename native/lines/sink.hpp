// Where a line search that meets occurrences in canonical order puts them.
#pragma once

#include <utility>

#include "lines/lines.hpp"

namespace lexigrid {

class LineSink {
 public:
  explicit LineSink(const LineQuery& query) : query_(query) {
    result_.seen.assign((query.lexicon.word_count + 63) / 64, 0);
  }

  void take(WordId word, uint32_t row, uint32_t column, size_t length, uint8_t direction) {
    if (!is_going_) return;
    uint64_t& seen = result_.seen[word / 64];
    const uint64_t bit = uint64_t{1} << (word % 64);
    if (query_.first_only && (seen & bit) != 0) return;
    if (result_.count == query_.limit) {
      stop_with(Finish::limited);
      return;
    }
    if (!query_.count_only) {
      if (result_.occurrences.size() >= query_.max_stored) {
        stop_with(Finish::overflow);
        return;
      }
      result_.occurrences.push_back({word, row, column, static_cast<uint16_t>(length), direction, 0});
    }
    seen |= bit;
    ++result_.count;
  }

  void stop_with(Finish reason) noexcept {
    result_.finish = reason;
    is_going_ = false;
  }

  [[nodiscard]] bool is_going() const noexcept { return is_going_; }
  [[nodiscard]] LineResult finish() { return std::move(result_); }

 private:
  const LineQuery& query_;
  LineResult result_;
  bool is_going_ = true;
};

}  // namespace lexigrid
