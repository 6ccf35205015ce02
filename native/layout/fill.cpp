#include "layout/fill.hpp"

#include <algorithm>

namespace lexigrid {
namespace {

/// Lines tried for one decoy before the next word.
constexpr uint32_t kDecoyTries = 60;
/// A decoy must set at least this many new letters.
constexpr uint32_t kMinNewDecoyLetters = 2;
constexpr size_t kMinDecoyWord = 4;
/// If no letter fits a cell, the fillers within this many steps on its lines are cleared.
constexpr int kBacktrackReach = 2;

/// Draws letters by weight.
class LetterSampler {
 public:
  explicit LetterSampler(std::span<const uint32_t> weights) {
    for (size_t letter = 0; letter < weights.size(); ++letter) {
      if (weights[letter] == 0) continue;
      total_ += weights[letter];
      letters_.push_back(static_cast<LetterCode>(letter));
      upto_.push_back(total_);
    }
  }
  [[nodiscard]] std::span<const LetterCode> letters() const noexcept { return letters_; }
  [[nodiscard]] LetterCode draw(Rng& rng) const noexcept {
    const uint32_t at = rng.below(total_);
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
        sampler_(query.weights),
        board_(query.rows, query.columns, query.cells),
        rng_(query.seed) {}

  FillResult run() {
    FillResult made;
    made.is_complete = write_message();
    if (made.is_complete) {
      place_decoys(made);
      made.is_complete = fill_rest();
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
    for (uint32_t place = 0; place < query_.cells.size(); ++place) {
      const uint32_t cell = board_.cell_at(place);
      if (board_.letter(cell) == kEmptyCell) visit(cell);
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

  /// A word of the list without its first or last letter, or with one inner letter changed.
  std::vector<LetterCode> near_miss() {
    const auto letters = query_.words[rng_.below(query_.words.size())];
    if (letters.size() < kMinDecoyWord) return {};
    std::vector<LetterCode> made(letters.begin(), letters.end());
    const auto length = static_cast<uint32_t>(made.size());
    switch (rng_.below(4)) {
      case 0: made.erase(made.begin()); break;
      case 1: made[1 + rng_.below(length - 2)] = sampler_.draw(rng_); break;
      default: made.pop_back();  // most likely, as solvers look for the start of a word
    }
    return made;
  }

  void place_decoys(FillResult& made) {
    if (query_.words.size() == 0 || sampler_.letters().empty()) return;
    for (uint32_t i = 0; i < query_.decoys && !stop_.due(); ++i) {
      const std::vector<LetterCode> letters = near_miss();
      if (letters.empty()) continue;
      for (uint32_t tries = 0; tries < kDecoyTries; ++tries) {
        const Spot spot{board_.cell_at(rng_.below(query_.rows), rng_.below(query_.columns)),
                        static_cast<uint8_t>(rng_.below(8))};
        if (place_decoy(letters, spot)) {
          ++made.decoys;
          break;
        }
      }
    }
  }

  bool place_decoy(const std::vector<LetterCode>& letters, const Spot& spot) {
    std::vector<uint32_t> new_cells;
    for (uint32_t i = 0; i < letters.size(); ++i) {
      const uint32_t cell = board_.cell_of(spot, i);
      const LetterCode there = board_.letter(cell);
      if (there == kEmptyCell) {
        new_cells.push_back(i);
      } else if (there != letters[i]) {
        return false;  // also at a hole, so no decoy leaves the board
      }
    }
    if (new_cells.size() < std::max<size_t>(kMinNewDecoyLetters, letters.size() / 2)) return false;
    for (size_t n = 0; n < new_cells.size(); ++n) {
      if (set_if_harmless(board_.cell_of(spot, new_cells[n]), letters[new_cells[n]])) continue;
      while (n-- > 0) board_.set(board_.cell_of(spot, new_cells[n]), kEmptyCell);
      return false;
    }
    return true;
  }

  /// Sets a harmless letter, drawn by weight. Returns false if there is none.
  bool fill_cell(uint32_t cell) {
    for (int tries = 0; tries < 8; ++tries) {
      if (set_if_harmless(cell, sampler_.draw(rng_))) return true;
    }
    const auto letters = sampler_.letters();
    const uint32_t first = rng_.below(static_cast<uint32_t>(letters.size()));
    for (size_t i = 0; i < letters.size(); ++i) {
      if (set_if_harmless(cell, letters[(first + i) % letters.size()])) return true;
    }
    return false;
  }

  bool fill_rest() {
    std::vector<uint32_t> waiting;
    for_empty_cells([&](uint32_t cell) { waiting.push_back(cell); });
    if (waiting.empty()) return true;
    if (sampler_.letters().empty()) return false;
    std::vector<bool> is_filler(waiting.back() + size_t{1});
    for (const uint32_t cell : waiting) is_filler[cell] = true;
    std::reverse(waiting.begin(), waiting.end());  // popped from the back, in reading order
    uint64_t backtracks = 200 + 8 * waiting.size();
    while (!waiting.empty()) {
      if (stop_.due()) return false;
      const uint32_t cell = waiting.back();
      waiting.pop_back();
      if (board_.letter(cell) != kEmptyCell || fill_cell(cell)) continue;
      if (backtracks-- == 0) return false;
      backtrack_from(cell, is_filler, waiting);
    }
    return true;
  }

  /// Clears the fillers around a cell that no letter fits, and queues them after it.
  void backtrack_from(uint32_t cell, const std::vector<bool>& is_filler, std::vector<uint32_t>& waiting) {
    for (uint8_t direction = 0; direction < 8; ++direction) {
      for (int i = 1; i <= kBacktrackReach; ++i) {
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
  LetterSampler sampler_;
  Board board_;
  Rng rng_;
};

}  // namespace

FillResult fill_cells(const FillQuery& query, StopToken& stop) { return Filler(query, stop).run(); }

}  // namespace lexigrid
