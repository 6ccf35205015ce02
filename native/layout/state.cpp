#include "layout/state.hpp"

#include <algorithm>

namespace lexigrid {

LayoutState::LayoutState(const LayoutQuery& query, StopToken& stop)
    : query_(query),
      stop_(stop),
      patterns_(query.words, query.avoided),
      empty_board_(query.rows, query.columns, query.cells),
      board_(empty_board_),
      spots_(query.words.size()),
      covering_(board_.size()),
      can_fit_(query.words.size()) {
  for (uint32_t word = 0; word < query.words.size(); ++word) {
    for (uint32_t place = 0; place < query.rows * query.columns && can_fit_[word] == 0; ++place) {
      for (uint8_t direction = 0; direction < 8; ++direction) {
        if (query.allows(word, direction) &&
            board_.has_line({board_.cell_at(place), direction}, length(word)))
          can_fit_[word] = 1;
      }
    }
    if (can_fit_[word] != 0) order_.push_back(word);
  }
}

void LayoutState::clear() {
  board_ = empty_board_;
  sets_ = {};
  used_.fill(0);
  unplaced.clear();
  std::fill(spots_.begin(), spots_.end(), Spot{});
  for (auto& words : covering_) words.clear();
}

void LayoutState::index() {
  sets_.reset(board_, query_.words);
  empty_pairs_ = 0;
}

std::vector<uint32_t> LayoutState::longest_first(Rng& rng) const {
  std::vector<uint32_t> order = order_;
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(static_cast<uint32_t>(i))]);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return length(a) > length(b); });
  return order;
}

int64_t LayoutState::count_empty_around(uint32_t cell) const noexcept {
  int64_t count = 0;
  for (uint8_t direction = 0; direction < 8; ++direction)
    count += board_.letter(board_.cell_of({cell, direction}, 1)) == kEmptyCell;
  return count;
}

void LayoutState::put(uint32_t word, const Spot& spot) {
  new_cells_.clear();
  uint32_t cell = spot.cell;
  for (const LetterCode letter : letters(word)) {
    if (board_.letter(cell) == kEmptyCell) {
      new_cells_.push_back(cell);
      board_.set(cell, letter);
      if (sets_.is_used()) {
        sets_.fill(cell, letter);
        empty_pairs_ -= count_empty_around(cell);
      }
    }
    covering_[cell].push_back(word);
    cell += static_cast<uint32_t>(board_.step(spot.direction));
  }
  spots_[word] = spot;
  ++used_[spot.direction];
}

void LayoutState::remove(uint32_t word) {
  const Spot spot = std::exchange(spots_[word], {});
  for (uint32_t i = 0; i < length(word); ++i) {
    const uint32_t cell = board_.cell_of(spot, i);
    auto& words = covering_[cell];
    words.erase(std::find(words.begin(), words.end(), word));
    if (!words.empty()) continue;
    board_.set(cell, kEmptyCell);
    if (sets_.is_used()) {
      sets_.clear(cell);
      empty_pairs_ += count_empty_around(cell);
    }
  }
  --used_[spot.direction];
}

bool LayoutState::try_put(uint32_t word, const Spot& spot) {
  put(word, spot);
  const bool is_good = !new_cells_.empty() && std::ranges::none_of(new_cells_, [&](uint32_t cell) {
    return board_.completes(cell, patterns_, spot, length(word));
  });
  if (!is_good) remove(word);
  return is_good;
}

bool LayoutState::try_best(uint32_t word, const BestSpots& best, const Spot& old) {
  for (size_t i = 0; i < best.count; ++i) {
    const Spot& spot = best.kept[i].spot;
    if ((spot.cell != old.cell || spot.direction != old.direction) && try_put(word, spot)) return true;
  }
  return false;
}

void LayoutState::take(uint32_t word) {
  taken_.emplace_back(word, spots_[word]);
  remove(word);
}

void LayoutState::undo() {
  for (size_t i = taken_.size(); i-- > 0;) put(taken_[i].first, taken_[i].second);
}

LayoutResult LayoutState::result() const {
  LayoutResult made;
  made.cells = board_.cells();
  made.leftover = board_.empty_count();
  made.can_fit = can_fit_;
  made.place.resize(spots_.size(), kNowhere);
  made.direction.resize(spots_.size());
  for (size_t word = 0; word < spots_.size(); ++word) {
    if (!spots_[word].is_set()) continue;
    made.place[word] = board_.place_of(spots_[word].cell);
    made.direction[word] = spots_[word].direction;
    ++made.placed;
  }
  return made;
}

}  // namespace lexigrid
