#include "lines_many.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "lines_sink.hpp"

namespace lexigrid {
namespace {

constexpr unsigned kLetterBits = 5;
constexpr std::uint8_t kNoLetterHere = 31;  // a dead tile, or beyond the edge
constexpr unsigned kHalo = 3;               // cells around a band that the four letters reach
constexpr std::uint32_t kBandRows = 64;

/// Bit `l0 l1 l2 l3` (five bits each): may a word begin so, or end within these letters?
class Beginnings {
 public:
  explicit Beginnings(const LexiconView& lexicon) : bits_(std::size_t{1} << (4 * kLetterBits - 5)) {
    lexicon.for_each_child(kRootNode, [&](NodeId a, LetterCode l0) {
      lexicon.for_each_child(a, [&](NodeId b, LetterCode l1) {
        const std::uint32_t two = (l0 << kLetterBits | l1) << kLetterBits;
        // A word that ends here stands whatever follows: all that begin so.
        if (lexicon.ends_word(b)) std::fill_n(bits_.begin() + two, std::size_t{1} << kLetterBits, ~std::uint32_t{0});
        lexicon.for_each_child(b, [&](NodeId c, LetterCode l2) {
          std::uint32_t& four = bits_[two | l2];
          if (lexicon.ends_word(c)) four = ~std::uint32_t{0};
          lexicon.for_each_child(c, [&](NodeId, LetterCode l3) { four |= std::uint32_t{1} << l3; });
        });
      });
    });
  }

  [[nodiscard]] bool may(std::uint32_t l0, std::uint32_t l1, std::uint32_t l2, std::uint32_t l3) const noexcept {
    return (bits_[(l0 << kLetterBits | l1) << kLetterBits | l2] >> l3 & 1) != 0;
  }

 private:
  std::vector<std::uint32_t> bits_;  // 128 KB: stays in the second-level cache
};

/// The letters of a band of rows with a halo, so that no look at a neighbour meets an edge.
class Plane {
 public:
  Plane(const GridView& grid, const std::vector<std::uint8_t>& letter_of)
      : grid_(grid), letter_of_(letter_of), stride_(std::size_t{grid.columns} + 2 * kHalo),
        rows_(std::min(kBandRows, grid.rows) + 2 * kHalo), letters_(stride_ * rows_, kNoLetterHere) {}

  void load(std::uint32_t first) {
    for (std::uint32_t i = 0; i < rows_; ++i) {
      std::uint8_t* const to = letters_.data() + i * stride_ + kHalo;
      const std::int64_t row = std::int64_t{first} + i - kHalo;
      if (row < 0 || row >= grid_.rows) {
        std::fill_n(to, grid_.columns, kNoLetterHere);
        continue;
      }
      const std::size_t from = static_cast<std::size_t>(row) * grid_.columns;
      for (std::uint32_t column = 0; column < grid_.columns; ++column) to[column] = letter_of_[grid_.cells[from + column]];
    }
  }

  [[nodiscard]] const std::uint8_t* row(std::uint32_t in_band) const noexcept {
    return letters_.data() + (in_band + kHalo) * stride_ + kHalo;
  }
  [[nodiscard]] std::ptrdiff_t step(unsigned direction) const noexcept {
    return static_cast<std::ptrdiff_t>(stride_) * kRowStep[direction] + kColumnStep[direction];
  }

 private:
  const GridView& grid_;
  const std::vector<std::uint8_t>& letter_of_;
  std::size_t stride_;
  std::uint32_t rows_;  // of a band and its halo
  std::vector<std::uint8_t> letters_;
};

class ManyWalk {
 public:
  ManyWalk(const LineQuery& query, const std::vector<std::uint8_t>& letter_of, StopSignal& stop)
      : query_(query), letter_of_(letter_of), stop_(stop), beginnings_(query.lexicon), plane_(query.grid, letter_of), sink_(query) {}

  [[nodiscard]] LineResult run() {
    for (std::uint32_t first = 0; first < query_.grid.rows && sink_.is_going(); first += kBandRows) {
      plane_.load(first);
      const std::uint32_t last = std::min(query_.grid.rows, first + kBandRows);
      for (std::uint32_t row = first; row < last && sink_.is_going(); ++row) {
        if (stop_.look()) sink_.stop_with(stop_.reason());
        search_row(row, plane_.row(row - first));
      }
    }
    return sink_.finish();
  }

 private:
  void search_row(std::uint32_t row, const std::uint8_t* letters) {
    for (std::uint32_t column = 0; column < query_.grid.columns && sink_.is_going(); ++column) {
      const std::uint8_t* const here = letters + column;
      if (*here == kNoLetterHere) continue;
      const NodeId node = query_.lexicon.narrow_child(kRootNode, *here);
      if (node == kDeadNode) continue;
      if (query_.lexicon.ends_word(node)) sink_.take(query_.lexicon.word_at(node), row, column, 1, kNoDirection);
      for (std::uint8_t direction = 0; direction < 8; ++direction) {
        const std::ptrdiff_t step = plane_.step(direction);
        if (beginnings_.may(here[0], here[step], here[2 * step], here[3 * step]) && (query_.directions >> direction & 1) != 0) {
          walk(row, column, direction, node);
        }
      }
    }
  }

  void walk(std::uint32_t row, std::uint32_t column, std::uint8_t direction, NodeId node) {
    const unsigned back = (direction + 4u) % 8;
    // The end of the line comes first in reading order: a palindrome was met there.
    const bool skips_palindromes = (direction < 2 || direction > 5) && (query_.directions >> back & 1) != 0;
    std::int64_t r = row;
    std::int64_t c = column;
    for (std::uint32_t length = 2;; ++length) {
      r += kRowStep[direction];
      c += kColumnStep[direction];
      if (r < 0 || c < 0 || r >= query_.grid.rows || c >= query_.grid.columns) return;
      const std::uint8_t letter = letter_of_[query_.grid.cells[static_cast<std::size_t>(r * query_.grid.columns + c)]];
      if (letter == kNoLetterHere) return;
      node = query_.lexicon.narrow_child(node, letter);
      if (node == kDeadNode) return;
      if ((++steps_ & 0xFFF) == 0 && stop_.look()) sink_.stop_with(stop_.reason());
      if (!query_.lexicon.ends_word(node)) continue;
      const WordId word = query_.lexicon.word_at(node);
      if (skips_palindromes && is_palindrome(word, length)) continue;
      sink_.take(word, row, column, length, direction);
    }
  }

  [[nodiscard]] bool is_palindrome(WordId word, std::uint32_t length) const noexcept {
    for (std::uint32_t i = 0; i < length / 2; ++i) {
      if (query_.lexicon.letter_of(word, length, i) != query_.lexicon.letter_of(word, length, length - 1 - i)) return false;
    }
    return true;
  }

  const LineQuery& query_;
  const std::vector<std::uint8_t>& letter_of_;  // by tile
  StopSignal& stop_;
  const Beginnings beginnings_;
  Plane plane_;
  LineSink sink_;
  std::uint32_t steps_ = 0;
};

/// The letter of each tile as the plane holds it.
std::vector<std::uint8_t> plain_letters(const TileTable& table) {
  std::vector<std::uint8_t> letter_of(table.size(), kNoLetterHere);
  for (std::size_t tile = 0; tile < table.size(); ++tile) {
    if (table.kind[tile] == TileKind::letter) letter_of[tile] = static_cast<std::uint8_t>(table.letter[tile]);
  }
  return letter_of;
}

}  // namespace

std::optional<LineResult> find_lines_of_many(const LineQuery& query, StopSignal& stop) {
  if (query.wrap || query.any_letter != kNoLetter || query.lexicon.is_wide || !has_plain_tiles(query.grid)) return std::nullopt;
  const std::vector<std::uint8_t> letter_of = plain_letters(query.grid.table);
  return ManyWalk(query, letter_of, stop).run();
}

}  // namespace lexigrid
