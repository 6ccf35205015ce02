#include "layout/fill.hpp"

#include <algorithm>
#include <cassert>

namespace lexigrid {
namespace {

/// Places tried for one decoy before another word is.
constexpr uint32_t kDecoyTries = 60;
/// A decoy sets so many new letters at least: else it is hardly one.
constexpr uint32_t kLeastDecoyLetters = 2;
constexpr size_t kShortestDecoyWord = 4;
/// Cells taken back when one has no letter left: those within this many steps on its lines.
constexpr int kRetreat = 2;

/// Draws letters by weight.
class Urn {
 public:
  explicit Urn(std::span<const uint32_t> weights) {
    for (size_t letter = 0; letter < weights.size(); ++letter) {
      if (weights[letter] == 0) continue;
      total_ += weights[letter];
      letters_.push_back(static_cast<LetterCode>(letter));
      upto_.push_back(total_);
    }
  }
  [[nodiscard]] std::span<const LetterCode> letters() const noexcept { return letters_; }
  [[nodiscard]] LetterCode draw(Rng& chance) const noexcept {
    const uint32_t at = chance.below(total_);
    return letters_[static_cast<size_t>(std::upper_bound(upto_.begin(), upto_.end(), at) - upto_.begin())];
  }

 private:
  std::vector<LetterCode> letters_;
  std::vector<uint32_t> upto_;
  uint32_t total_ = 0;
};

class Filler {
 public:
  Filler(const FillQuery& query, StopToken& stop)
      : query_(query),
        stop_(stop),
        patterns_(query.words, query.avoided),
        urn_(query.weights),
        board_(query.rows, query.columns, query.cells),
        chance_(query.seed) {}

  FillResult run() {
    FillResult made;
    made.is_whole = write_message();
    if (made.is_whole) {
      lay_decoys(made);
      made.is_whole = fill_rest();
    }
    made.cells = board_.cells();
    made.finish = stop_.reason();
    return made;
  }

 private:
  bool set_if_harmless(uint32_t cell, LetterCode letter) {
    board_.set(cell, letter);
    if (!board_.completes(cell, patterns_)) return true;
    board_.set(cell, kEmptyCell);
    return false;
  }

  template <class Visit>
  void for_empty_cells(Visit&& visit) {
    for (uint32_t row = 0; row < query_.rows; ++row) {
      for (uint32_t column = 0; column < query_.columns; ++column) {
        const uint32_t cell = board_.cell_at(row, column);
        if (board_.letter(cell) == kEmptyCell) visit(cell);
      }
    }
  }

  bool write_message() {
    size_t at = 0;
    bool is_harmless = true;
    for_empty_cells([&](uint32_t cell) {
      if (at < query_.message.size() && is_harmless)
        is_harmless = set_if_harmless(cell, query_.message[at++]);
    });
    return is_harmless && at == query_.message.size();
  }

  /// A word of the list with its first, its last or one inner letter spoilt.
  std::vector<LetterCode> spoilt_word() {
    const auto letters = query_.words[chance_.below(query_.words.size())];
    if (letters.size() < kShortestDecoyWord) return {};
    std::vector<LetterCode> made(letters.begin(), letters.end());
    const auto length = static_cast<uint32_t>(made.size());
    switch (chance_.below(4)) {
      case 0: made.erase(made.begin()); break;
      case 1: made[1 + chance_.below(length - 2)] = urn_.draw(chance_); break;
      default: made.pop_back();  // the likeliest: a reader meets its beginning
    }
    return made;
  }

  void lay_decoys(FillResult& made) {
    if (query_.words.size() == 0 || urn_.letters().empty()) return;
    for (uint32_t i = 0; i < query_.decoys && !stop_.due(); ++i) {
      const std::vector<LetterCode> letters = spoilt_word();
      if (letters.empty()) continue;
      for (uint32_t tries = 0; tries < kDecoyTries; ++tries) {
        const Spot spot{board_.cell_at(chance_.below(query_.rows), chance_.below(query_.columns)),
                        static_cast<uint8_t>(chance_.below(8))};
        if (lay_decoy(letters, spot)) {
          ++made.decoys;
          break;
        }
      }
    }
  }

  bool lay_decoy(const std::vector<LetterCode>& letters, const Spot& spot) {
    std::vector<uint32_t> fresh;
    for (uint32_t i = 0; i < letters.size(); ++i) {
      const uint32_t cell = board_.cell_of(spot, i);
      const LetterCode there = board_.letter(cell);
      if (there == kEmptyCell) {
        fresh.push_back(i);
      } else if (there != letters[i]) {
        return false;  // a hole too, so that no line leaves the board
      }
    }
    if (fresh.size() < std::max<size_t>(kLeastDecoyLetters, letters.size() / 2)) return false;
    for (size_t n = 0; n < fresh.size(); ++n) {
      if (set_if_harmless(board_.cell_of(spot, fresh[n]), letters[fresh[n]])) continue;
      while (n-- > 0) board_.set(board_.cell_of(spot, fresh[n]), kEmptyCell);
      return false;
    }
    return true;
  }

  /// Some letter that does no harm, drawn by weight; false if there is none.
  bool fill_cell(uint32_t cell) {
    for (int tries = 0; tries < 8; ++tries) {
      if (set_if_harmless(cell, urn_.draw(chance_))) return true;
    }
    const auto letters = urn_.letters();
    const uint32_t first = chance_.below(static_cast<uint32_t>(letters.size()));
    for (size_t i = 0; i < letters.size(); ++i) {
      if (set_if_harmless(cell, letters[(first + i) % letters.size()])) return true;
    }
    return false;
  }

  bool fill_rest() {
    std::vector<uint32_t> waiting;
    for_empty_cells([&](uint32_t cell) { waiting.push_back(cell); });
    if (waiting.empty()) return true;
    if (urn_.letters().empty()) return false;
    std::vector<bool> is_filler(waiting.back() + size_t{1});
    for (const uint32_t cell : waiting) is_filler[cell] = true;
    std::reverse(waiting.begin(), waiting.end());  // reading order, taken from the back
    uint64_t retreats = 200 + 8 * waiting.size();
    while (!waiting.empty()) {
      if (stop_.due()) return false;
      const uint32_t cell = waiting.back();
      waiting.pop_back();
      if (board_.letter(cell) != kEmptyCell || fill_cell(cell)) continue;
      if (retreats-- == 0) return false;
      retreat_from(cell, is_filler, waiting);
    }
    return true;
  }

  /// Empties the fillers around a cell for which no letter was left; the cell itself goes first.
  void retreat_from(uint32_t cell, const std::vector<bool>& is_filler, std::vector<uint32_t>& waiting) {
    for (uint8_t direction = 0; direction < 8; ++direction) {
      for (int i = 1; i <= kRetreat; ++i) {
        const uint32_t near = cell + static_cast<uint32_t>(i * board_.step(direction));
        if (board_.letter(near) == kHoleCell) break;
        if (near >= is_filler.size() || !is_filler[near] || board_.letter(near) == kEmptyCell) continue;
        board_.set(near, kEmptyCell);
        waiting.push_back(near);
      }
    }
    waiting.push_back(cell);
  }

  const FillQuery& query_;
  StopToken& stop_;
  Patterns patterns_;
  Urn urn_;
  Board board_;
  Rng chance_;
};

}  // namespace

FillResult fill_cells(const FillQuery& query, StopToken& stop) { return Filler(query, stop).run(); }

}  // namespace lexigrid
