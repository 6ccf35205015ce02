// The patterns of a line search in one packed trie: every word once as it is and once reversed.
//
// Letters are told apart by a class of five bits, so that four of them make a number of twenty.
// A table of 2^20 bits says which four classes begin a pattern; the rank of a set bit is the node
// there, and below it every node has a mask of the classes that go on. Alphabets of more than 31
// letters share classes; what is found is then compared letter by letter.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "lexicon/lexicon.hpp"
#include "lines/trie_scan/pairs.hpp"

namespace lexigrid {

inline constexpr unsigned kClassBits = 5;
inline constexpr uint8_t kNoClass = 0;        // a hole, the edge, a letter that no word has
inline constexpr unsigned kClasses = 31;      // 1 to 31
inline constexpr unsigned kStartLetters = 4;  // that the table of beginnings looks at
inline constexpr unsigned kTrieLetters = 12;  // that the trie looks at; 60 bits
inline constexpr unsigned kFoldedBits = 12;   // of an index into the sketch
inline constexpr uint32_t kFolded = 1u << kFoldedBits;
inline constexpr uint8_t kReadsForward = 1;
inline constexpr uint8_t kReadsBackward = 2;

/// A node of the trie. `classes` has a bit for each class that goes on, bit 0 where patterns end.
/// Its children stand in one block from `base` on, the one of bit 0 first. A leaf (kLeaf in `base`)
/// has entries from `base` on instead, and `classes` only filters: bit 0 lets everything pass.
struct LineNode {
  uint32_t classes;
  uint32_t base;
};

inline constexpr uint32_t kLeaf = 0x80000000;

/// A pattern. Those of one leaf follow each other; `more` is set on all but the last.
struct LineEntry {
  WordId word;
  uint16_t length;
  uint8_t reads;  // kReadsForward, kReadsBackward, or both for a palindrome
  bool more;
};

/// Const once built; shared by all threads.
class LineIndex {
 public:
  explicit LineIndex(const LexiconView& lexicon);

  /// 0 to 31.
  [[nodiscard]] uint8_t class_of(LetterCode letter) const noexcept {
    return letter < letter_count_ ? static_cast<uint8_t>(1 + (is_exact_ ? letter : letter % kClasses))
                                  : kNoClass;
  }
  /// Does every letter have a class of its own?
  [[nodiscard]] bool is_exact() const noexcept { return is_exact_; }

  /// Bits of `starts()[three classes]`: the fourth class; bit 0 where a pattern of two or three
  /// letters ends before it. `before()` counts the bits of all words before.
  [[nodiscard]] const uint32_t* starts() const noexcept { return starts_.data(); }
  [[nodiscard]] const uint32_t* before() const noexcept { return before_.data(); }
  /// As `starts`, but with all bits set where a pattern of two or three letters ends: a first look.
  [[nodiscard]] const uint32_t* passes() const noexcept {
    return has_short_ ? passes_.data() : starts_.data();
  }
  /// `passes` folded to 16 KB, eight of its words in one: a look before the first look.
  [[nodiscard]] const uint32_t* sketch() const noexcept { return sketch_.data(); }
  /// The first nodes are those of the bits of `starts`, in their order.
  [[nodiscard]] const LineNode* nodes() const noexcept { return nodes_.data(); }
  [[nodiscard]] const LineEntry* entries() const noexcept { return entries_.data(); }
  /// First entry of the patterns of exactly these two classes, or kNone.
  [[nodiscard]] uint32_t pair(uint32_t two_classes) const noexcept { return pairs_[two_classes]; }
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  /// Which classes follow each other at the beginning of patterns, and the part of random cells and
  /// axes that this lets through.
  [[nodiscard]] const pairs::Tables& pairs_tables() const noexcept { return pairs_tables_; }
  [[nodiscard]] double pairs_pass() const noexcept { return pairs_pass_; }

  [[nodiscard]] size_t bytes() const noexcept;

 private:
  struct Keyed {
    uint64_t key;  // twelve classes, the first uppermost; 0 behind the end
    LineEntry entry;
  };

  [[nodiscard]] std::vector<Keyed> patterns_of(const LexiconView& lexicon) const;
  static void sort(std::vector<Keyed>& patterns);
  void allow_pairs(const std::vector<Keyed>& patterns);
  void place_pairs(const std::vector<Keyed>& patterns);
  void place_starts(const std::vector<Keyed>& patterns);
  void place_nodes(const std::vector<Keyed>& patterns);
  [[nodiscard]] LineNode leaf(const std::vector<Keyed>& patterns, uint32_t begin, uint32_t end,
                              uint32_t depth) noexcept;

  uint32_t letter_count_;
  bool is_exact_;
  bool has_short_ = false;
  std::vector<uint32_t> starts_;
  std::vector<uint32_t> before_;
  std::vector<uint32_t> passes_;
  std::vector<uint32_t> sketch_;
  std::vector<uint32_t> pairs_;
  pairs::Tables pairs_tables_;
  double pairs_pass_ = 1;
  std::vector<LineNode> nodes_;
  std::vector<LineEntry> entries_;
};

}  // namespace lexigrid
