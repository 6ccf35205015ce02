// Collects the answer of a path search that finds words in canonical order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "paths/paths.hpp"

namespace lexigrid {

class Collector {
 public:
  explicit Collector(const PathQuery& query) : query_(query), index_of_(query.lexicon.word_count, kNone) {}

  /// Takes a word found along a path. Returns false if the search must end.
  [[nodiscard]] bool add(WordId word, const std::vector<CellId>& path) {
    const bool is_new = index_of_[word] == kNone;
    if (is_new && result_.word_count == query_.limit) {
      result_.finish = Finish::limited;
      most_cells_ = longest_;
      return query_.wanted == PathsWanted::all;  // other paths of the first words may follow
    }
    const bool stores = query_.wanted == PathsWanted::all || (query_.wanted == PathsWanted::one && is_new);
    if (stores && cells_.size() + path.size() > query_.max_stored) {
      result_.finish = Finish::overflow;
      return false;
    }
    if (is_new) {
      index_of_[word] = static_cast<uint32_t>(result_.word_count++);
      const uint32_t length = query_.lexicon.length_of(word);
      longest_ = std::max<size_t>(longest_, length);
      result_.score += query_.points[length];
      if (query_.wanted != PathsWanted::count) result_.words.push_back(word);
    }
    ++result_.path_count;
    if (stores) {
      owner_.push_back(index_of_[word]);
      cells_.insert(cells_.end(), path.begin(), path.end());
      cell_of_.push_back(cells_.size());
    }
    return true;
  }

  /// Notes that the search exceeded a bound on the memory of words that it has yet to add.
  void overflow() noexcept { result_.finish = Finish::overflow; }

  /// The longest path worth searching: beyond the limit only paths of the first words count, and a cell
  /// spells at least one letter.
  [[nodiscard]] size_t most_cells() const noexcept { return most_cells_; }

  [[nodiscard]] PathResult finish(Finish reason) {
    if (reason != Finish::complete) result_.finish = reason;
    if (query_.wanted == PathsWanted::one) {  // found in the order of the words
      result_.cells = std::move(cells_);
      result_.cell_of = std::move(cell_of_);
      result_.path_of.resize(result_.words.size() + 1);
      for (size_t i = 0; i < result_.path_of.size(); ++i) result_.path_of[i] = i;
    } else if (query_.wanted == PathsWanted::all) {
      group();
    }
    return std::move(result_);
  }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  /// Groups the paths by word, in the order found.
  void group() {
    result_.path_of.assign(result_.words.size() + 1, 0);
    for (const uint32_t word : owner_) ++result_.path_of[word + 1];
    for (size_t i = 1; i < result_.path_of.size(); ++i) result_.path_of[i] += result_.path_of[i - 1];
    std::vector<uint64_t> next(result_.path_of.begin(), result_.path_of.end());
    std::vector<uint64_t> source(owner_.size());
    for (size_t path = 0; path < owner_.size(); ++path) source[next[owner_[path]]++] = path;
    result_.cells.resize(cells_.size());
    result_.cell_of.resize(cell_of_.size());
    CellId* to = result_.cells.data();
    for (size_t i = 0; i < source.size(); ++i) {
      // No `std::copy`: paths are so short that calling `memmove` takes longer.
      for (uint64_t at = cell_of_[source[i]]; at < cell_of_[source[i] + 1]; ++at) *to++ = cells_[at];
      result_.cell_of[i + 1] = static_cast<uint64_t>(to - result_.cells.data());
    }
  }

  const PathQuery& query_;
  PathResult result_;
  std::vector<uint32_t> index_of_;  // per word, its index in `words`
  std::vector<uint32_t> owner_;     // per stored path, the index of its word
  std::vector<uint64_t> cell_of_{0};
  std::vector<CellId> cells_;
  size_t longest_ = 0;  // letters of the first words, up to the limit
  size_t most_cells_ = ~size_t{0};
};

}  // namespace lexigrid
