#include "answer/many.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lexigrid {

namespace {

template <class Cell>
PathResult answer_of(std::span<const WordId> words, std::span<const uint16_t> tiles, const Cell* cells,
                     bool with_paths) {
  PathResult answer;
  answer.words.assign(words.begin(), words.end());
  answer.word_count = words.size();
  if (!with_paths) return answer;
  answer.path_of.resize(words.size() + 1);
  answer.cell_of.resize(words.size() + 1);
  for (size_t i = 0; i < words.size(); ++i) {
    answer.path_of[i + 1] = i + 1;
    answer.cell_of[i + 1] = answer.cell_of[i] + tiles[i];
  }
  answer.cells.assign(cells, cells + answer.cell_of.back());
  return answer;
}

}  // namespace

PathResult BoardWords::answer(uint64_t score, bool with_paths) const {
  PathResult answer = answer_of<uint8_t>({words.data(), words.size()}, {tiles.data(), tiles.size()},
                                         cells.data(), with_paths);
  answer.score = score;
  return answer;
}

ManyWords::ManyWords(size_t boards, bool has_paths)
    : first(boards + 1),
      first_cell(boards + 1),
      scores(boards),
      finishes(boards, Finish::deadline),
      has_paths(has_paths) {}

void BoardWords::append(const PathResult& answer) {
  words.append(answer.words);
  for (size_t path = 0; path + 1 < answer.cell_of.size(); ++path)
    tiles.push_back(static_cast<uint16_t>(answer.cell_of[path + 1] - answer.cell_of[path]));
  for (const CellId cell : answer.cells) cells.push_back(static_cast<uint8_t>(cell));
}

void ManyWords::append(size_t i, PathResult answer) {
  constexpr CellId kMaxByte = 0xFF;
  scores[i] = answer.score;
  finishes[i] = answer.finish;
  first[i + 1] = answer.words.size();
  first_cell[i + 1] = answer.cells.size();
  if (!first_ids.empty()) {
    for (WordId& word : answer.words) word += first_ids[i];
  }
  const bool is_wide =
      std::any_of(answer.cells.begin(), answer.cells.end(), [](CellId cell) { return cell > kMaxByte; });
  if (is_wide || !wide_cells.empty()) {
    for (const uint8_t cell : cells) wide_cells.push_back(cell);
    cells.shrink(0);
    wide_cells.append(std::exchange(answer.cells, {}));
  }
  BoardWords::append(answer);
}

void ManyWords::close() noexcept {
  for (auto* const counts : {&first, &first_cell})
    std::partial_sum(counts->begin(), counts->end(), counts->begin());
}

PathResult ManyWords::board(size_t i) const {
  const auto words_of = std::span(words.data(), words.size()).subspan(first[i], first[i + 1] - first[i]);
  const auto tiles_of = std::span(tiles.data(), tiles.size()).subspan(has_paths ? first[i] : 0);
  PathResult answer = wide_cells.empty()
                          ? answer_of(words_of, tiles_of, cells.data() + first_cell[i], has_paths)
                          : answer_of(words_of, tiles_of, wide_cells.data() + first_cell[i], has_paths);
  for (WordId& word : answer.words) word -= first_ids.empty() ? 0 : first_ids[i];
  answer.score = scores[i];
  answer.finish = finishes[i];
  return answer;
}

std::vector<uint64_t> ManyWords::cell_at() const {
  std::vector<uint64_t> places;
  if (!has_paths) return places;
  places.reserve(tiles.size() + 1);
  places.push_back(0);
  for (const uint16_t count : tiles) places.push_back(places.back() + count);
  return places;
}

}  // namespace lexigrid
