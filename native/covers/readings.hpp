// What can be read on the letters of a board that is being made: each word once, forbidden words never.
#pragma once

#include <algorithm>
#include <vector>

#include "base/stop_token.hpp"
#include "covers/board.hpp"
#include "layout/patterns.hpp"

namespace lexigrid::covers {

/// The steps of paths that a search may take: the same on every machine, unlike seconds.
struct Effort {
  uint64_t most;
  StopToken& stop;
  uint64_t spent = 0;

  [[nodiscard]] bool is_over() const noexcept { return spent >= most || stop.reason() != Finish::complete; }
  /// Counts a step; true if the search must end.
  [[nodiscard]] bool spend() noexcept {
    ++spent;
    return stop.due() || spent >= most;
  }
};

/// Forbidden words of certain letters as a trie, each node with a list of children.
class Forbidden {
 public:
  struct Node {
    LetterCode letter = 0;
    bool is_end = false;
    uint32_t child = 0;
    uint32_t sibling = 0;
  };

  Forbidden(const WordsView& words, std::span<const LetterCode> letters) : nodes_(1) {
    std::vector<bool> is_there(size_t{kNoLetter} + 1);
    for (const LetterCode letter : letters) is_there[letter] = true;
    for (uint32_t word = 0; word < words.size(); ++word) {
      const auto own = words[word];
      if (!std::all_of(own.begin(), own.end(), [&](LetterCode each) { return is_there[each]; })) continue;
      uint32_t at = 0;
      for (const LetterCode letter : words[word]) at = child_of(at, letter);
      nodes_[at].is_end = true;
    }
  }
  [[nodiscard]] const Node& operator[](uint32_t node) const noexcept { return nodes_[node]; }
  [[nodiscard]] bool is_empty() const noexcept { return nodes_.size() == 1; }

 private:
  uint32_t child_of(uint32_t node, LetterCode letter) {
    for (uint32_t at = nodes_[node].child; at != 0; at = nodes_[at].sibling) {
      if (nodes_[at].letter == letter) return at;
    }
    const auto made = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({letter, false, 0, nodes_[node].child});
    nodes_[node].child = made;
    return made;
  }

  std::vector<Node> nodes_;
};

/// The letters placed so far, and which words can be traced on them. Words and forbidden words only gain
/// readings as letters are added.
template <unsigned W>
class Readings {
 public:
  using Cells = CellSet<W>;
  using Path = std::vector<uint32_t>;
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  static constexpr uint32_t kOther = kNone - 1;

  /// `paths` has the path of each word, empty if it is not placed. All references must stay valid.
  Readings(const Board<W>& board, const WordsView& words, const WordsView& forbidden, bool is_unique,
           const std::vector<Path>& paths, Effort& effort)
      : board_(board),
        words_(words),
        forbidden_(forbidden, words.letters),
        is_unique_(is_unique),
        paths_(paths),
        effort_(effort) {
    LetterCode most = 0;
    for (const LetterCode letter : words.letters) most = std::max(most, letter);
    for (const LetterCode letter : forbidden.letters) most = std::max(most, letter);
    places_.resize(size_t{most} + 1);
    for (uint32_t word = 0; word < words.size(); ++word) {
      const auto letters = words[word];
      is_palindrome_.push_back(std::equal(letters.begin(), letters.end(), letters.rbegin()));
    }
  }

  void clear() {
    for (Cells& each : places_) each = {};
  }

  /// Writes the letters of a word on its path, or takes them back.
  void write(uint32_t word) {
    const auto letters = words_[word];
    for (size_t i = 0; i < letters.size(); ++i)
      places_[letters[i]] = places_[letters[i]] ^ Cells::of(paths_[word][i]);
  }

  /// The first word that is not traced once though it is placed, or is traced though it is not; kOther if a
  /// forbidden word is traced, or the effort is spent; else kNone.
  uint32_t first_wrong() {
    for (uint32_t word = 0; is_unique_ && word < paths_.size(); ++word) {
      if (count_paths(word) != (paths_[word].empty() ? 0u : 1u)) return word;
    }
    if (forbidden_.is_empty()) return kNone;
    for (uint32_t node = forbidden_[0].child; node != 0; node = forbidden_[node].sibling) {
      bool is_found = false;
      places_[forbidden_[node].letter].for_each([&](uint32_t cell) {
        if (is_found) return;
        trail_.assign(1, cell);
        is_found = traces_forbidden(node, cell, Cells::of(cell));
      });
      if (is_found) return kOther;
    }
    return effort_.is_over() ? kOther : kNone;
  }

 private:
  /// How many paths a word has on the letters so far, at most 2.
  uint32_t count_paths(uint32_t word) {
    const auto letters = words_[word];
    const uint32_t most = is_palindrome_[word] ? 3 : 2;
    uint32_t count = 0;
    places_[letters[0]].for_each([&](uint32_t cell) {
      if (count < most) count_from(letters, 1, cell, Cells::of(cell), most, count);
    });
    return is_palindrome_[word] ? (count + 1) / 2 : count;
  }
  void count_from(std::span<const LetterCode> letters, size_t at, uint32_t cell, const Cells& used,
                  uint32_t most, uint32_t& count) {
    if (at == letters.size()) {
      ++count;
      return;
    }
    if (effort_.spend()) {
      count = most;
      return;
    }
    (board_.near(cell) & places_[letters[at]]).without(used).for_each([&](uint32_t next) {
      if (count < most) count_from(letters, at + 1, next, used | Cells::of(next), most, count);
    });
  }

  bool traces_forbidden(uint32_t node, uint32_t cell, const Cells& used) {
    if (forbidden_[node].is_end && !is_own_part()) return true;
    if (effort_.spend()) return true;
    for (uint32_t child = forbidden_[node].child; child != 0; child = forbidden_[child].sibling) {
      bool is_found = false;
      (board_.near(cell) & places_[forbidden_[child].letter]).without(used).for_each([&](uint32_t next) {
        if (is_found) return;
        trail_.push_back(next);
        is_found = traces_forbidden(child, next, used | Cells::of(next));
        if (!is_found) trail_.pop_back();
      });
      if (is_found) return true;
    }
    return false;
  }
  /// Is the traced path a run of one word's own path, either way round?
  [[nodiscard]] bool is_own_part() const {
    const size_t count = trail_.size();
    for (const Path& path : paths_) {
      const auto at = std::find(path.begin(), path.end(), trail_[0]);
      if (at == path.end()) continue;
      const auto index = static_cast<size_t>(at - path.begin());
      if (index + count <= path.size() && std::equal(trail_.begin(), trail_.end(), at)) return true;
      return index + 1 >= count && std::equal(trail_.rbegin(), trail_.rend(),
                                              path.begin() + static_cast<ptrdiff_t>(index + 1 - count));
    }
    return false;
  }

  const Board<W>& board_;
  const WordsView& words_;
  Forbidden forbidden_;
  bool is_unique_;
  const std::vector<Path>& paths_;
  Effort& effort_;
  std::vector<bool> is_palindrome_;
  std::vector<Cells> places_;  // by letter
  Path trail_;
};

}  // namespace lexigrid::covers
