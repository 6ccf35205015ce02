#include "answer/paths.hpp"

#include <algorithm>
#include <utility>

#include "grid/speller.hpp"
#include "lexicon/format.hpp"
#include "lexicon/texts.hpp"
#include "paths/trie.hpp"

namespace lexigrid {
namespace {

/// The places of the words of an answer in another order.
std::vector<size_t> places_in(WordOrder order, const PathResult& found, const LexiconView& lexicon,
                              std::span<const uint32_t> points) {
  struct Word {
    size_t first;     // descending
    uint64_t second;  // ascending: the place, or the first four letters
    WordId id;
    size_t place;
  };
  std::vector<Word> sorted;
  for (size_t i = 0; i < found.words.size(); ++i) {
    Word word{0, i, found.words[i], i};
    const uint32_t length = lexicon.length_of(word.id);
    if (order == WordOrder::tiles) word.first = ~found.path(i).size();
    if (order == WordOrder::length) word.first = length;
    if (order == WordOrder::score) word.first = points[length];
    for (uint32_t k = 0; order >= WordOrder::alpha && k < 4; ++k)
      word.second = word.second << 16 | (k < length ? lexicon.letter_of(word.id, length, k) + 1u : 0u);
    sorted.push_back(word);
  }
  std::sort(sorted.begin(), sorted.end(), [&](const Word& a, const Word& b) {
    if (a.first != b.first) return a.first > b.first;
    if (a.second != b.second) return a.second < b.second;
    return a.id != b.id && precedes(lexicon, a.id, b.id);
  });
  std::vector<size_t> places;
  for (const Word& each : sorted) places.push_back(each.place);
  return places;
}

/// Searches only for some words of the lexicon, without a limit.
PathResult find_some(std::vector<WordId> words, const PathQuery& query, StopToken& stop) {
  std::sort(words.begin(), words.end());
  const std::vector<std::byte> image = compile(select_words(query.lexicon, words), "{}");
  const LexiconView some = open_image(image);
  const PathTries tries(some);
  const PathQuery part{.lexicon = some,
                       .grid = query.grid,
                       .adjacency = query.adjacency,
                       .reuse = query.reuse,
                       .min_length = query.min_length,
                       .wanted = query.wanted,
                       .count_paths = query.count_paths,
                       .max_stored = query.max_stored,
                       .tries = &tries,
                       .points = query.points};
  PathResult found = find_paths(part, stop);
  // Both lexicons number words by length, then by letters.
  for (WordId& word : found.words) word = words[word];
  return found;
}

/// Finds words as `answer_paths` does, but may store more of them than the query wants.
PathResult find_ordered(const PathQuery& query, WordOrder order, StopToken& stop) {
  PathQuery search = query;
  if (order == WordOrder::tiles) search.wanted = std::max(search.wanted, PathsWanted::one);
  const bool counts_first_paths = query.wanted == PathsWanted::count && query.count_paths;
  if (query.limit == kNoLimit || (order == WordOrder::grid && !counts_first_paths))
    return arranged(find_paths(search, stop), query.lexicon, query.points, order, query.limit);
  // The first words of another order are known only when all words have been found. Then come their paths.
  search.wanted = std::clamp(search.wanted, PathsWanted::words, PathsWanted::one);
  search.limit = kNoLimit;
  search.count_paths = false;
  PathResult found = arranged(find_paths(search, stop), query.lexicon, query.points, order, query.limit);
  found.path_count = found.words.size();
  if (!query.count_paths || found.words.empty() || found.finish == Finish::deadline) return found;
  PathQuery every = query;
  every.limit = kNoLimit;
  PathResult all =
      found.finish == Finish::limited ? find_some(found.words, every, stop) : find_paths(every, stop);
  if (all.finish == Finish::complete) all.finish = found.finish;
  const uint64_t total = found.total;
  found = arranged(std::move(all), query.lexicon, query.points, order, kNoLimit);
  found.total = total;
  return found;
}

}  // namespace

PathResult arranged(PathResult found, const LexiconView& lexicon, std::span<const uint32_t> points,
                    WordOrder order, uint64_t limit) {
  const bool is_cut = limit < found.words.size();
  if (found.words.empty() || (order == WordOrder::grid && !is_cut)) return found;
  std::vector<size_t> places = places_in(order, found, lexicon, points);
  PathResult made;
  made.word_count = found.word_count;
  made.path_count = found.path_count;
  made.score = found.score;
  made.finish = found.finish;
  if (is_cut) {
    if (found.finish == Finish::complete) made.total = found.word_count;
    places.resize(limit);
    made.word_count = limit;
    made.score = 0;
    for (const size_t place : places) made.score += points[lexicon.length_of(found.words[place])];
    if (made.finish == Finish::complete) made.finish = Finish::limited;
  }
  const bool has_paths = !found.path_of.empty();
  if (has_paths) made.path_of = made.cell_of = {0};
  for (const size_t place : places) {
    made.words.push_back(found.words[place]);
    if (!has_paths) continue;
    for (uint64_t number = found.path_of[place]; number < found.path_of[place + 1]; ++number) {
      const auto path = found.path(number);
      made.cells.insert(made.cells.end(), path.begin(), path.end());
      made.cell_of.push_back(made.cells.size());
    }
    made.path_of.push_back(made.cell_of.size() - 1);
  }
  return made;
}

PathResult answer_paths(const PathQuery& query, WordOrder order, StopToken& stop) {
  PathResult found = find_ordered(query, order, stop);
  found.paths_counted = query.count_paths;
  if (query.wanted == PathsWanted::count) found.words.clear();
  if (query.wanted <= PathsWanted::words) {
    found.path_of.clear();
    found.cell_of.clear();
    found.cells.clear();
  }
  return found;
}

}  // namespace lexigrid
