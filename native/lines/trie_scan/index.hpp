// The patterns of a line search in one packed trie: every word forward and reversed.
//
// A letter has a class of five bits, so four classes form a 20-bit number. A table of 2^20 bits says which
// four classes begin a pattern. The rank of a set bit is the number of its node, and every node below has a
// mask of the classes that go on. In alphabets of more than 31 letters, letters share classes, and matches
// are then compared letter by letter.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "lexicon/lexicon.hpp"

namespace lexigrid {

inline constexpr unsigned kClassBits = 5;
inline constexpr uint8_t kNoClass = 0;        // a hole, the edge, a letter that no word has
inline constexpr unsigned kClasses = 31;      // 1 to 31
inline constexpr unsigned kStartLetters = 4;  // in the table of beginnings
inline constexpr unsigned kTrieLetters = 12;  // in the trie; 60 bits
inline constexpr unsigned kFoldedBits = 12;   // of an index into `folded_passes`
inline constexpr uint32_t kFolded = 1u << kFoldedBits;
inline constexpr uint8_t kReadsForward = 1;
inline constexpr uint8_t kReadsBackward = 2;

/// A node of the trie. `classes` has a bit for each class that goes on, and bit 0 if patterns end here. The
/// children are one block that begins at `base`, in the order of these bits. In a leaf (kLeaf in `base`),
/// `base` is the first entry instead, and `classes` is only a filter: bit 0 passes everything.
struct LineNode {
  uint32_t classes;
  uint32_t base;
};

inline constexpr uint32_t kLeaf = 0x80000000;

/// A pattern. The patterns of a leaf are consecutive; `more` is set on all but the last.
struct LineEntry {
  WordId word;
  uint16_t length;
  uint8_t reads;  // kReadsForward, kReadsBackward, or both for a palindrome
  bool more;
};

/// Which classes may follow each other at the beginning of a pattern: bit `b & 7` of `follows[place][a * 4 +
/// b / 8]`: class b may follow class a where a is letter `place` of a pattern. Each table fills two registers
/// of 64 bytes; one permute looks up 64 pairs.
struct PairTables {
  alignas(64) uint8_t follows[3][128] = {};

  void allow(unsigned place, uint32_t a, uint32_t b) noexcept {
    follows[place][a * 4 + b / 8] |= static_cast<uint8_t>(1u << (b & 7));
  }
};

/// Immutable once built; shared by all threads.
class LineIndex {
 public:
  explicit LineIndex(const LexiconView& lexicon);

  /// Returns a class from 0 to 31.
  [[nodiscard]] uint8_t class_of(LetterCode letter) const noexcept {
    return letter < letter_count_ ? static_cast<uint8_t>(1 + (is_exact_ ? letter : letter % kClasses))
                                  : kNoClass;
  }
  /// Does every letter have its own class?
  [[nodiscard]] bool is_exact() const noexcept { return is_exact_; }

  /// `starts()[three classes]` has a bit for each class that can be fourth, and bit 0 if a pattern of two or
  /// three letters ends before it. `before()` counts the bits of all elements before.
  [[nodiscard]] const uint32_t* starts() const noexcept { return starts_.data(); }
  [[nodiscard]] const uint32_t* before() const noexcept { return before_.data(); }
  /// Like `starts`, but with all bits set where a pattern of two or three letters ends.
  [[nodiscard]] const uint32_t* passes() const noexcept {
    return has_short_ ? passes_.data() : starts_.data();
  }
  /// `passes` folded to 16 KB, each element the OR of eight: a cheaper first test.
  [[nodiscard]] const uint32_t* folded_passes() const noexcept { return folded_passes_.data(); }
  /// The first nodes belong to the bits of `starts`, in the same order.
  [[nodiscard]] const LineNode* nodes() const noexcept { return nodes_.data(); }
  [[nodiscard]] const LineEntry* entries() const noexcept { return entries_.data(); }
  /// Returns the first entry of the patterns of exactly these two classes, or kNone.
  [[nodiscard]] uint32_t pair(uint32_t two_classes) const noexcept { return pairs_[two_classes]; }
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  /// Which classes may follow each other at the beginning of patterns, and the fraction of random cells that
  /// pass along an axis.
  [[nodiscard]] const PairTables& pair_tables() const noexcept { return pair_tables_; }
  [[nodiscard]] double pair_pass_rate() const noexcept { return pair_pass_rate_; }

 private:
  struct Keyed {
    uint64_t key;  // twelve classes, the first in the top bits; 0 after the end
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
  std::vector<uint32_t> folded_passes_;
  std::vector<uint32_t> pairs_;
  PairTables pair_tables_;
  double pair_pass_rate_ = 1;
  std::vector<LineNode> nodes_;
  std::vector<LineEntry> entries_;
};

}  // namespace lexigrid
