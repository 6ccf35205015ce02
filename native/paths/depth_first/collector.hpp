// Collects the answer of a path search that finds words in canonical order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
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

  /// Returns the answer. After a stop, it is without the last paths if there are too many to group in a few
  /// milliseconds, and without the words that have no others.
  [[nodiscard]] PathResult finish(StopToken& stop) {
    if (query_.wanted == PathsWanted::one) {  // found in the order of the words
      result_.cells = std::move(cells_);
      result_.cell_of = std::move(cell_of_);
      result_.path_of.resize(result_.words.size() + 1);
      for (size_t i = 0; i < result_.path_of.size(); ++i) result_.path_of[i] = i;
    } else if (query_.wanted == PathsWanted::all) {
      if (owner_.size() > kAfterStop && stop.look()) drop_last_paths();
      group(stop);
    }
    if (stop.reason() != Finish::complete) result_.finish = stop.reason();
    return std::move(result_);
  }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  /// Paths grouped after a stop: about 10 ms.
  static constexpr size_t kAfterStop = 1 << 18;
  /// Paths grouped between two clock reads.
  static constexpr size_t kAtOnce = 1 << 16;

  void drop_last_paths() {
    owner_.resize(kAfterStop);
    cell_of_.resize(kAfterStop + 1);
    cells_.resize(cell_of_.back());
    keep(*std::max_element(owner_.begin(), owner_.end()) + size_t{1}, kAfterStop);
  }

  /// Keeps the first `words` words, which have `paths` paths in all.
  void keep(size_t words, size_t paths) {
    for (size_t i = words; i < result_.words.size(); ++i)
      result_.score -= query_.points[query_.lexicon.length_of(result_.words[i])];
    result_.words.resize(words);
    result_.word_count = words;
    result_.path_count = paths;
  }

  /// Groups the paths by word, in the order found. If `stop` becomes due, keeps only the first words.
  void group(StopToken& stop) {
    const bool can_stop = stop.reason() == Finish::complete;
    std::vector<uint64_t>& path_of = result_.path_of;
    path_of.assign(result_.words.size() + 1, 0);
    for (const uint32_t word : owner_) ++path_of[word + 1];
    for (size_t i = 1; i < path_of.size(); ++i) path_of[i] += path_of[i - 1];
    std::vector<uint64_t> next(path_of.begin(), path_of.end());
    std::vector<uint64_t> source(owner_.size());
    for (size_t path = 0; path < owner_.size(); ++path) source[next[owner_[path]]++] = path;
    result_.cells.reserve(cells_.size());
    result_.cell_of.assign(1, 0);
    result_.cell_of.reserve(cell_of_.size());
    for (size_t begin = 0; begin < source.size(); begin += kAtOnce) {
      if (can_stop && begin != 0 && stop.look()) {
        const auto after = std::upper_bound(path_of.begin(), path_of.end(), begin);
        path_of.erase(after, path_of.end());
        keep(path_of.size() - 1, path_of.back());
        result_.cell_of.resize(path_of.back() + 1);
        result_.cells.resize(result_.cell_of.back());
        return;
      }
      const auto slice = std::span(source).subspan(begin, std::min(kAtOnce, source.size() - begin));
      for (const uint64_t path : slice)
        result_.cell_of.push_back(result_.cell_of.back() + cell_of_[path + 1] - cell_of_[path]);
      size_t to = result_.cells.size();
      result_.cells.resize(result_.cell_of.back());
      for (const uint64_t path : slice) {
        // No `std::copy`: paths are so short that calling `memmove` takes longer.
        for (uint64_t at = cell_of_[path]; at < cell_of_[path + 1]; ++at) result_.cells[to++] = cells_[at];
      }
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
