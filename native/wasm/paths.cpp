#include <algorithm>
#include <memory>

#include "paths/json.hpp"
#include "wasm/answers.hpp"
#include "wasm/lexicon.hpp"

namespace lexigrid::wasm {
namespace {

enum class Order : uint32_t { grid, alpha, length, score };

/// A word of an answer with its sort keys.
struct Placed {
  uint64_t place;
  WordId word;
  uint32_t length;
};

/// Compares two words alphabetically. Words of equal length have ids in that order.
bool is_before(const LexiconView& lexicon, const Placed& a, const Placed& b) {
  if (a.length == b.length) return a.word < b.word;
  for (uint32_t i = 0; i < std::min(a.length, b.length); ++i) {
    const LetterCode x = lexicon.letter_of(a.word, a.length, i), y = lexicon.letter_of(b.word, b.length, i);
    if (x != y) return x < y;
  }
  return a.length < b.length;
}

/// The places of the words of an answer, sorted.
std::vector<uint64_t> sorted_places(const PathResult& found, const LexiconView& lexicon,
                                    std::span<const uint32_t> points, Order order) {
  std::vector<Placed> words;
  for (const WordId word : found.words) words.push_back({words.size(), word, lexicon.length_of(word)});
  const auto sort_by = [&](auto&& is_less) { std::sort(words.begin(), words.end(), is_less); };
  if (order == Order::alpha) {
    sort_by([&](const Placed& a, const Placed& b) { return is_before(lexicon, a, b); });
  } else if (order == Order::length) {
    sort_by([](const Placed& a, const Placed& b) {
      return a.length != b.length ? a.length > b.length : a.word < b.word;
    });
  } else if (order == Order::score) {
    sort_by([&](const Placed& a, const Placed& b) {
      const uint32_t x = points[a.length], y = points[b.length];
      return x != y ? x > y : is_before(lexicon, a, b);
    });
  }
  std::vector<uint64_t> places;
  for (const Placed& each : words) places.push_back(each.place);
  return places;
}

}  // namespace

/// Like `search_paths` in Python. With a limit and an order other than the grid's, the first words are known
/// only once all words have been found, so a second search finds the other paths of these words.
std::string answer_paths(Question& question) {
  const Lexicon& lexicon = *reinterpret_cast<const Lexicon*>(question.number());
  const Board board(question);
  const Adjacency adjacency = read_adjacency(question, board, true);
  const GridView grid = board.view();
  const bool reuse = question.flag();
  const uint32_t min_length = question.number();
  const auto wanted = static_cast<PathsWanted>(question.number());
  const bool count_only = question.flag();
  const auto order = static_cast<Order>(question.number());
  const uint64_t limit = question.limit();
  const uint64_t max_stored = question.limit();
  StopToken stop(question.seconds(), nullptr, nullptr);
  const auto points = question.list();

  const bool every_path = wanted == PathsWanted::all;
  const auto search = [&](const Lexicon& words, PathsWanted store, uint64_t most, bool count_paths) {
    PathQuery query{.lexicon = words.view, .grid = grid, .adjacency = adjacency};
    query.reuse = reuse;
    query.min_length = min_length;
    query.wanted = store;
    query.count_paths = count_paths;
    query.limit = most;
    query.max_stored = max_stored;
    query.points = points;
    query.tries = &words.tries;
    return find_paths(query, stop);
  };

  const PathsWanted store = count_only ? PathsWanted::count : wanted;
  const bool at_once = limit == kNoLimit || (order == Order::grid && !(every_path && count_only));
  const Lexicon* words = &lexicon;
  std::unique_ptr<Lexicon> some;
  PathResult found;
  std::vector<uint64_t> places;
  Finish finish = Finish::complete;
  if (at_once) {
    found = search(lexicon, store, limit, every_path);
    found.paths_counted = every_path;
    places = sorted_places(found, lexicon.view, points, order);
    finish = found.finish;
  } else {
    found = search(lexicon, std::clamp(store, PathsWanted::words, PathsWanted::one), kNoLimit, false);
    places = sorted_places(found, lexicon.view, points, order);
    finish = found.finish;
    if (limit < places.size()) {
      places.resize(static_cast<size_t>(limit));
      if (finish == Finish::complete) finish = Finish::limited;
      found.word_count = limit;
      found.score = 0;
      for (const uint64_t place : places)
        found.score += points[lexicon.view.length_of(found.words[static_cast<size_t>(place)])];
    }
    found.path_count = places.size();
    if (every_path && !places.empty() && finish != Finish::deadline) {
      if (finish == Finish::limited) {
        std::vector<WordId> kept;
        for (const uint64_t place : places) kept.push_back(found.words[static_cast<size_t>(place)]);
        some = restricted(lexicon, kept);
        words = some.get();
      }
      found = search(*words, store, kNoLimit, true);
      places = sorted_places(found, words->view, points, order);
      if (found.finish != Finish::complete) finish = found.finish;
    }
    found.paths_counted = every_path;
    if (count_only) places.clear();
  }

  std::string json = head_of("paths", board) + ", \"count\": " + std::to_string(found.word_count) +
                     ", \"score\": " + std::to_string(found.score) +
                     ", \"complete\": " + name_of(finish == Finish::complete);
  if (found.paths_counted) json += ", \"path_count\": " + std::to_string(found.path_count);
  json += ", \"words\": [";
  json += words_to_json(found, words->view, words->texts, points, board.columns, places, [] {});
  json += "]}";
  return json;
}

}  // namespace lexigrid::wasm
