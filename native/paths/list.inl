// Lists the words of a searched board (list.hpp), for the `Vector` of a target.

LEXIGRID_INLINE Total total_of_long_word(const SearchedBoard& board, NodeId node) {
  const uint32_t length = board.trie.length_at(node);
  return length < board.scheme.min_length ? Total{} : Total{board.scheme.points[length], 1};
}

/// Takes the distinct words that score in the order of the hits, and returns their total: `put(at, code,
/// node, tiles, is_taken)` writes a word to place `at`; if it is not taken, the next one overwrites it. All
/// paths of a word have the same number of tiles, and hits of one number of tiles are in canonical order, so
/// the first hit of a word is its first path. With `kEvery`, takes all hits. With `kPacked`, one addition
/// sums both.
template <class Layout, bool kCodes, bool kEvery, bool kPacked>
LEXIGRID_INLINE Total take_words(const SearchedBoard& board, auto put) {
  const Lists& lists = board.work.lists;
  // Local copies, because stamps are bytes, and a store to one could alias anything.
  const Node* const nodes = board.trie.nodes();
  const Total* const table = board.scheme.table.data();
  uint8_t* const stamps = board.work.stamps.data();
  const uint8_t now = board.work.now;
  const unsigned long_length = board.trie.has_node_lengths() ? kLengthMask : 0;
  const uint64_t* const packed = board.scheme.packed.data();
  Total sum;
  uint64_t both = 0;
  const auto take = [&](uint64_t code, uint64_t place, unsigned tiles) {
    const auto node = static_cast<NodeId>(place);
    const uint64_t is_first = kEvery || stamps[node] != now ? ~uint64_t{0} : 0;
    if constexpr (!kEvery) stamps[node] = now;
    if constexpr (kPacked) {
      const uint64_t total = packed[nodes[node] >> 56] & is_first;
      put(both & 0xFFFFFFFF, code, node, tiles, total & 1);
      both += total;
    } else {
      const unsigned length = length_of_node(nodes[node]);
      const Total total = length < long_length ? table[length] : total_of_long_word(board, node);
      put(sum.words, code, node, tiles, total.words & is_first);
      sum.score += total.score & is_first;
      sum.words += total.words & is_first;
    }
  };
  if (board.trie.has_single_words()) {
    constexpr unsigned kStartShift = 64 - Layout::kCellBits;
    for (uint64_t cell = 0; cell < board.shape.cells; ++cell) {
      const NodeId node = board.trie.singles()[board.letters[cell] & 31];
      if ((nodes[node] & kWordBit) != 0) take(cell << kStartShift, node, 1);
    }
  }
  const auto take_hit = [&](size_t i, unsigned tiles) {
    take(kCodes ? lists.hit_codes[i] : 0, lists.hits[i] >> 32, tiles);
  };
  if constexpr (Layout::kHasUsedList) {
    size_t i = 0;
    for (unsigned tiles = 2; tiles <= lists.most_tiles; ++tiles) {
      for (const size_t end = lists.hits_to[tiles]; i < end; ++i) take_hit(i, tiles);
    }
  } else {  // the ends of a loop over each number of tiles would be mispredicted
    for (size_t i = 0, end = lists.hit_count; i < end; ++i)
      take_hit(i, static_cast<unsigned>(std::popcount(lists.hits[i] & Layout::kUsedMask)));
  }
  return kPacked ? Total{both >> 32, both & 0xFFFFFFFF} : sum;
}

/// The most words that `take_words` puts, and one more.
LEXIGRID_INLINE size_t most_words(const SearchedBoard& board) {
  return board.work.lists.hit_count + kMaxBitsetCells + 1;
}

/// Takes words with their path codes, or every path.
template <class Layout, bool kEvery>
LEXIGRID_INLINE std::span<PathWord> take_paths(const SearchedBoard& board, std::vector<PathWord>& found,
                                               uint64_t& score) {
  if (found.size() < most_words(board)) found.resize(most_words(board));
  const auto put = [words = found.data()](size_t at, uint64_t code, NodeId node, unsigned tiles, uint64_t) {
    words[at] = {code, uint64_t{node} << 32 | tiles};
  };
  const Total total = take_words<Layout, true, kEvery, false>(board, put);
  score = total.score;
  return std::span(found).first(total.words);
}

/// Appends words in the order of the hits, and their paths if the codes hold all cells; returns their points.
/// The scheme must be packed.
template <class Layout, bool kPaths>
LEXIGRID_INLINE uint64_t append_words(const SearchedBoard& board, BoardWords& out) {
  out.reserve(most_words(board), kPaths, Layout::kCodeTiles);
  const PathTrie::Words words = board.trie.words();
  WordId* const ids = out.words.end();
  uint16_t* const tiles_of = out.tiles.end();
  uint8_t* cells = out.cells.end();
  const auto put = [&](size_t at, uint64_t code, NodeId node, unsigned tiles, uint64_t is_taken) {
    ids[at] = words.at(node);
    if constexpr (kPaths) {
      tiles_of[at] = static_cast<uint16_t>(tiles);
      Vector::write_cells(code, cells);
      cells += tiles * is_taken;
    }
  };
  const Total total = take_words<Layout, kPaths, false, true>(board, put);
  out.words.extend(total.words);
  if constexpr (kPaths) {
    out.tiles.extend(total.words);
    out.cells.extend(static_cast<size_t>(cells - out.cells.end()));
  }
  return total.score;
}

/// The cells of a path. Those that its code does not hold are found by searching again.
template <class Layout>
struct PathCells {
  std::array<uint8_t, kMaxBitsetCells> cells;

  PathCells(const SearchedBoard& board, const PathWord& word) {
    const unsigned coded = std::min(word.tiles(), Layout::kCodeTiles);
    for (unsigned k = 0; k < coded; ++k) cells[k] = static_cast<uint8_t>(cell_at<Layout>(word.code, k));
    if (word.tiles() == coded) return;
    uint64_t used = 0;
    NodeId node = kRootNode;
    for (unsigned k = 0; k < coded; ++k) {
      used |= uint64_t{1} << cells[k];
      node = board.trie.child(node, board.letters[cells[k]]);
    }
    [[maybe_unused]] const bool is_found = complete(board, node, word, used, coded);
    assert(is_found);
  }

 private:
  /// Completes a path whose first cells are known, at most 44 deep. Tries cells in ascending order, so the
  /// path found is the first in canonical order.
  bool complete(const SearchedBoard& board, NodeId node, const PathWord& word, uint64_t used,
                unsigned tiles) {
    if (tiles == word.tiles()) return node == word.node();
    const unsigned last = cells[tiles - 1];
    for (unsigned k = 0; k < board.shape.near_count[last]; ++k) {
      const uint64_t cell = board.shape.near[last][k];
      if ((used >> cell & 1) != 0 || board.letters[cell] == kNoTile) continue;
      const NodeId child = board.trie.child(node, board.letters[cell]);
      if (child == kDeadNode) continue;
      cells[tiles] = static_cast<uint8_t>(cell);
      if (complete(board, child, word, used | uint64_t{1} << cell, tiles + 1)) return true;
    }
    return false;
  }
};

/// Sorts words of equal codes by the cells beyond the code. Slow, but rarely needed.
template <class Layout>
void sort_beyond_codes(const SearchedBoard& board, std::span<PathWord> words) {
  for (size_t begin = 0; begin < words.size();) {
    size_t end = begin + 1;
    while (end < words.size() && words[end].code == words[begin].code) ++end;
    if (end - begin > 1 && words[end - 1].tiles() > Layout::kCodeTiles) {
      const auto same = words.subspan(begin, end - begin);
      std::stable_sort(same.begin(), same.end(), [&](const PathWord& a, const PathWord& b) {
        const PathCells<Layout> x(board, a);
        const PathCells<Layout> y(board, b);
        return std::lexicographical_compare(x.cells.begin(), x.cells.begin() + a.tiles(), y.cells.begin(),
                                            y.cells.begin() + b.tiles());
      });
    }
    begin = end;
  }
}

/// Sorts words into canonical order: into buckets by their first two cells, which leaves few words out of
/// place, then by insertion. A path that begins another was found before it.
LEXIGRID_INLINE std::span<PathWord> sort_words(const Shape& shape, std::span<const PathWord> found,
                                               std::vector<PathWord>& sorted) {
  if (sorted.size() < found.size()) sorted.resize(found.size() + found.size() / 2);
  uint32_t at[kMaxPairs + kMaxBitsetCells] = {};
  const unsigned shift = shape.bucket_shift;
  for (const PathWord& word : found) ++at[shape.bucket_of[word.code >> shift]];
  uint32_t before = 0;
  for (unsigned bucket = 0; bucket < shape.bucket_count; ++bucket) {
    const uint32_t here = at[bucket];
    at[bucket] = before;
    before += here;
  }
  PathWord* const words = sorted.data();
  for (const PathWord& word : found) words[at[shape.bucket_of[word.code >> shift]]++] = word;
  for (size_t i = 1; i < found.size(); ++i) {
    if (words[i].code >= words[i - 1].code) continue;
    const PathWord word = words[i];
    size_t to = i;
    for (; to > 0 && word.code < words[to - 1].code; --to) words[to] = words[to - 1];
    words[to] = word;
  }
  return std::span(sorted).first(found.size());
}

template <class Layout, bool kPaths>
LEXIGRID_INLINE void write_words(const SearchedBoard& board, std::span<const PathWord> words,
                                 [[maybe_unused]] bool has_long, BoardWords& out) {
  constexpr bool kWritesCodes = !Layout::kHasUsedList;
  out.reserve(words.size(), kPaths, kWritesCodes && !has_long ? Layout::kCodeTiles : board.shape.cells);
  WordId* const ids = out.words.extend(words.size());
  for (size_t i = 0; i < words.size(); ++i) ids[i] = board.trie.word_at(words[i].node());
  if constexpr (kPaths) {
    uint16_t* const tiles = out.tiles.extend(words.size());
    uint8_t* cells = out.cells.end();
    for (size_t i = 0; i < words.size(); ++i) {
      const PathWord word = words[i];
      if (kWritesCodes && (!has_long || word.tiles() <= Layout::kCodeTiles)) {
        Vector::write_cells(word.code, cells);
      } else {
        const PathCells<Layout> path(board, word);
        std::copy_n(path.cells.begin(), word.tiles(), cells);
      }
      tiles[i] = static_cast<uint16_t>(word.tiles());
      cells += word.tiles();
    }
    out.cells.extend(static_cast<size_t>(cells - out.cells.end()));
  }
}

template <class Layout>
LEXIGRID_INLINE uint64_t list_words_as(const SearchedBoard& board, bool with_paths, WordOrder order,
                                       BoardWords& out) {
  const bool has_codes = needs_codes(with_paths, order);
  const bool has_long = has_codes && longest_hit(board.work.lists) > Layout::kCodeTiles;
  if (!board.scheme.packed.empty() && board.trie.has_node_lengths() &&
      board.scheme.lexicon.max_length < kLengthMask) {
    if (!has_codes) return append_words<Layout, false>(board, out);
    if (!Layout::kHasUsedList && !has_long && order != WordOrder::grid)
      return append_words<Layout, true>(board, out);
  }
  ListWorkspace& lists = PerThread<ListWorkspace>::mine();
  uint64_t score = 0;
  std::span<PathWord> words = take_paths<Layout, false>(board, lists.found, score);
  if (order == WordOrder::grid) {
    words = sort_words(board.shape, words, lists.sorted);
    if (has_long) sort_beyond_codes<Layout>(board, words);
  }
  if (with_paths) {
    write_words<Layout, true>(board, words, has_long, out);
  } else {
    write_words<Layout, false>(board, words, has_long, out);
  }
  return score;
}

uint64_t list_words(const SearchedBoard& board, bool with_paths, WordOrder order, BoardWords& out) {
  return board.shape.is_packed ? list_words_as<Packed>(board, with_paths, order, out)
                               : list_words_as<Bitset>(board, with_paths, order, out);
}

std::span<const PathWord> list_every_path(const SearchedBoard& board) {
  ListWorkspace& lists = PerThread<ListWorkspace>::mine();
  uint64_t score = 0;
  return sort_words(board.shape, take_paths<Packed, true>(board, lists.found, score), lists.sorted);
}
