// Writes parts of JSON texts.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.hpp"

namespace lexigrid {

/// Appends UTF-8 text as a JSON string.
inline void append_json_string(std::string& json, std::string_view text) {
  constexpr std::string_view kShort = "\b\t\n\f\r\"\\", kNames = "btnfr\"\\";
  const auto is_plain = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; };
  json += '"';
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    json += text;
    json += '"';
    return;
  }
  for (const char c : text) {
    if (is_plain(c)) {
      json += c;
    } else if (const size_t at = kShort.find(c); at != kShort.npos) {
      json += {'\\', kNames[at]};
    } else {
      json += {'\\', 'u', '0', '0', c < 0x10 ? '0' : '1', "0123456789abcdef"[c & 15]};
    }
  }
  json += '"';
}

inline void append_json_number(std::string& json, uint64_t number) {
  char digits[20];
  json.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Writes paths; formats the text of each cell only once.
class PathWriter {
 public:
  explicit PathWriter(uint32_t columns) : columns_(columns) {}

  /// Appends a path of at least one cell: "[[row, column], [row, column]]".
  void append(std::string& json, std::span<const CellId> path) {
    json += '[';
    for (const CellId cell : path) json += text_of(cell);
    json.replace(json.size() - 2, 2, 1, ']');
  }

 private:
  /// "[row, column], "
  const std::string& text_of(CellId cell) {
    if (cell >= texts_.size()) texts_.resize(size_t{cell} + 1);
    std::string& text = texts_[cell];
    if (text.empty())
      text = '[' + std::to_string(cell / columns_) + ", " + std::to_string(cell % columns_) + "], ";
    return text;
  }

  uint32_t columns_;
  std::vector<std::string> texts_;
};

}  // namespace lexigrid
