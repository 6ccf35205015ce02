#include "lexicon/compile.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "lexicon/format.hpp"
#include "lexicon/sort.hpp"
#include "lexicon/spellings.hpp"

namespace lexigrid {
namespace {

/// Lays out the sections of an image in one zeroed block, and returns spans of them.
class ImageWriter {
 public:
  void reserve(Section section, uint64_t bytes) {
    SectionPlace& place = header.sections[section];
    place.offset = end_;
    place.size = bytes;
    end_ = (end_ + bytes + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
  }
  void allocate() { image_.resize(static_cast<size_t>(end_)); }

  template <class T>
  std::span<T> part(Section section) {
    const SectionPlace& place = header.sections[section];
    return {reinterpret_cast<T*>(image_.data() + place.offset), static_cast<size_t>(place.size / sizeof(T))};
  }
  void write(Section section, std::string_view text) {
    if (!text.empty()) std::memcpy(part<char>(section).data(), text.data(), text.size());
  }
  std::vector<std::byte> finish() {
    header.magic = kMagic;
    header.version = kFormatVersion;
    header.image_size = image_.size();
    std::memcpy(image_.data(), &header, sizeof header);
    header.checksum = checksum_of(image_);
    std::memcpy(image_.data(), &header, sizeof header);
    return std::move(image_);
  }

  ImageHeader header{};

 private:
  uint64_t end_ = (sizeof(ImageHeader) + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
  std::vector<std::byte> image_;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) all += '\n';
    all += parts[i];
  }
  return all;
}

/// The number of nodes per depth and of words per length.
struct Counts {
  uint32_t max_length = 0;
  std::vector<uint64_t> nodes;  // per depth
  std::vector<uint32_t> words;  // per length
  uint64_t all_nodes = 2;
  uint64_t all_letters = 0;
  uint32_t all_words = 0;

  explicit Counts(const std::vector<SortedWord>& sorted) {
    for (const SortedWord& word : sorted) max_length = std::max<uint32_t>(max_length, word.length);
    nodes.resize(max_length + 2);
    words.resize(max_length + 1);
    for (const SortedWord& word : sorted) {
      if (word.repeats()) continue;
      // A word adds a node at each depth after its common prefix. The counts start as differences.
      ++nodes[word.common + 1];
      --nodes[word.length + 1u];
      all_nodes += word.length - word.common;
      all_letters += word.length;
      ++words[word.length];
      ++all_words;
    }
    for (uint32_t depth = 1; depth <= max_length; ++depth) nodes[depth] += nodes[depth - 1];
  }
};

/// Copies a few bytes; for most words with two moves, faster than a call.
inline void copy_short(std::byte* to, const uint8_t* from, size_t size) noexcept {
  if (size > 16) {
    std::memcpy(to, from, size);
  } else if (size >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + size - 4, from + size - 4, 4);
  } else {
    for (size_t i = 0; i < size; ++i) to[i] = static_cast<std::byte>(from[i]);
  }
}

/// Writes nodes, ranks and the letters of all words in one pass over the sorted words, with one write
/// position per depth and per length.
class TrieWriter {
 public:
  TrieWriter(ImageWriter& writer, const WordList& list, const Counts& counts, bool is_wide,
             uint32_t letter_bytes)
      : list_(list),
        layout_(head_layout(list)),
        is_wide_(is_wide),
        letter_bytes_(letter_bytes),
        nodes_(writer.part<Node>(kNodes)),
        labels_(writer.part<LetterCode>(kLabels)),
        ranks_(writer.part<RankBlock>(kRanks)),
        first_word_(writer.part<uint32_t>(kFirstWord)),
        letters_(writer.part<std::byte>(kLetters)),
        next_node_(counts.max_length + 2),
        next_letter_(counts.max_length + 1),
        here_(counts.max_length + 1) {
    const auto letters_at = writer.part<uint64_t>(kLettersAt);
    uint64_t node = 2;
    uint64_t letters = 0;
    uint32_t words = 0;
    for (uint32_t length = 0; length <= counts.max_length; ++length) {
      if (length != 0) {
        next_node_[length] = static_cast<NodeId>(node);
        node += counts.nodes[length];
      }
      first_word_[length] = words;
      letters_at[length] = next_letter_[length] = letters;
      words += counts.words[length];
      letters += uint64_t{counts.words[length]} * length;
    }
    first_word_[counts.max_length + 1] = words;
    letters_at[counts.max_length + 1] = letters;
    here_[0] = kRootNode;
  }

  void write(const std::vector<SortedWord>& sorted) noexcept {
    for (const SortedWord& word : sorted) {
      if (word.repeats()) continue;
      if (is_wide_) {
        add_wide(word);
      } else {
        add_narrow(word);
      }
      write_letters(word);
    }
    uint32_t words = 0;
    for (RankBlock& block : ranks_) {
      block.words_before = words;
      words += static_cast<uint32_t>(std::popcount(block.word_nodes));
    }
  }

 private:
  [[nodiscard]] LetterCode letter(const SortedWord& word, uint32_t place) const noexcept {
    if (place < layout_.letters) return layout_.letter(word.head, place);
    const uint64_t at = list_.letter_at[word.source] + place;
    return list_.letters.empty() ? list_.bytes[at] : list_.letters[at];
  }

  /// Adds the nodes of a word after its common prefix with the previous word. Only the first changes an
  /// existing node.
  void add_narrow(const SortedWord& word) noexcept {
    uint32_t depth = word.common;
    NodeId child = next_node_[depth + 1];
    Node& parent = nodes_[here_[depth]];
    if (static_cast<NodeId>(parent) == kDeadNode) parent |= child;
    parent |= Node{1} << (kLettersShift + letter(word, depth));
    for (++depth; depth < word.length; ++depth) {
      here_[depth] = child;
      ++next_node_[depth];
      const NodeId node = std::exchange(child, next_node_[depth + 1]);
      nodes_[node] = child | Node{1} << (kLettersShift + letter(word, depth));
    }
    here_[depth] = child;
    ++next_node_[depth];
    nodes_[child] = kWordBit | std::min<Node>(word.length, kLengthMask) << kLengthShift;
    note_word(child);
  }

  void add_wide(const SortedWord& word) noexcept {
    for (uint32_t depth = word.common + 1u; depth <= word.length; ++depth) {
      const NodeId node = next_node_[depth]++;
      Node& parent = nodes_[here_[depth - 1]];
      if (static_cast<NodeId>(parent) == kDeadNode) parent |= node;
      parent += Node{1} << 32;
      labels_[node] = letter(word, depth - 1);
      here_[depth] = node;
    }
    nodes_[here_[word.length]] |= kWordBit;
    note_word(here_[word.length]);
  }

  void note_word(NodeId node) noexcept { ranks_[node >> 6].word_nodes |= uint64_t{1} << (node & 63); }

  void write_letters(const SortedWord& word) noexcept {
    const uint64_t from = list_.letter_at[word.source];
    const uint64_t to = std::exchange(next_letter_[word.length], next_letter_[word.length] + word.length);
    if (list_.letters.empty() && letter_bytes_ == 1) {
      copy_short(letters_.data() + to, list_.bytes.data() + from, word.length);
    } else if (letter_bytes_ == 2) {
      std::memcpy(letters_.data() + 2 * to, list_.letters.data() + from, 2u * word.length);
    } else {
      for (uint32_t i = 0; i < word.length; ++i)
        letters_[to + i] = static_cast<std::byte>(list_.letters[from + i]);
    }
  }

  const WordList& list_;
  const HeadLayout layout_;
  const bool is_wide_;
  const uint32_t letter_bytes_;
  const std::span<Node> nodes_;
  const std::span<LetterCode> labels_;
  const std::span<RankBlock> ranks_;
  const std::span<uint32_t> first_word_;
  const std::span<std::byte> letters_;
  std::vector<NodeId> next_node_;      // by depth
  std::vector<uint64_t> next_letter_;  // by length
  std::vector<NodeId> here_;           // by depth: the nodes of the current word
};

/// The ids of the sorted words. A repeat has the id of the word it repeats.
std::vector<WordId> number_words(const std::vector<SortedWord>& sorted, const Counts& counts) {
  std::vector<WordId> next(counts.max_length + 2);
  for (uint32_t length = 0; length <= counts.max_length; ++length)
    next[length + 1] = next[length] + counts.words[length];
  std::vector<WordId> ids(sorted.size());
  for (size_t i = 0; i < sorted.size(); ++i)
    ids[i] = sorted[i].repeats() ? ids[i - 1] : next[sorted[i].length]++;
  return ids;
}

uint64_t fingerprint_of(std::string_view faces, std::span<const uint32_t> first_word,
                        std::span<const std::byte> letters) {
  uint64_t sum = 0xCBF29CE484222325u;
  const auto mix = [&](const void* data, size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
      uint64_t word = 0;
      std::memcpy(&word, bytes + i, 8);
      sum = std::rotl((sum ^ word) * 0x9E3779B97F4A7C15u, 29);
    }
    for (; i < size; ++i) sum = std::rotl((sum ^ bytes[i]) * 0x9E3779B97F4A7C15u, 29);
    sum = std::rotl((sum ^ size) * 0x9E3779B97F4A7C15u, 29);
  };
  mix(faces.data(), faces.size());
  mix(first_word.data(), first_word.size_bytes());
  mix(letters.data(), letters.size_bytes());
  return sum;
}

}  // namespace

std::vector<std::byte> compile(const WordList& list, std::string_view meta) {
  const auto letter_count = static_cast<uint32_t>(list.faces.size());
  const bool is_wide = letter_count > kNarrowLetters;
  const uint32_t letter_bytes = letter_count > 256 ? 2 : 1;
  const std::vector<SortedWord> sorted = sort_words(list);
  const Counts counts(sorted);
  if (counts.all_nodes > kMaxNodes) {
    throw WordError{"makes the lexicon larger than " + std::to_string(kMaxNodes) + " nodes", list.size() - 1};
  }
  const bool is_spelled = needs_spellings(list);
  const bool has_bands = !list.bands.empty();
  std::vector<WordId> ids;
  if (is_spelled || has_bands) ids = number_words(sorted, counts);
  std::optional<Spellings> spellings;
  if (is_spelled) spellings.emplace(list, sorted, ids, counts.all_words);
  if (is_spelled && spellings->size() > 0xFFFFFFFFu)
    throw WordError{"makes the spellings larger than 4 GiB", list.size() - 1};

  ImageWriter writer;
  writer.reserve(kNodes, counts.all_nodes * sizeof(Node));
  writer.reserve(kLabels, is_wide ? counts.all_nodes * sizeof(LetterCode) : 0);
  writer.reserve(kRanks, (counts.all_nodes + 63) / 64 * sizeof(RankBlock));
  writer.reserve(kFirstWord, (counts.max_length + 2) * sizeof(uint32_t));
  writer.reserve(kLettersAt, (counts.max_length + 2) * sizeof(uint64_t));
  writer.reserve(kLetters, counts.all_letters * letter_bytes);
  writer.reserve(kBands, has_bands ? counts.all_words : 0);
  writer.reserve(kSpellingAt, is_spelled ? (counts.all_words + uint64_t{1}) * sizeof(uint32_t) : 0);
  writer.reserve(kSpellings, is_spelled ? spellings->size() : 0);
  const std::string faces = joined(list.faces);
  writer.reserve(kFaces, faces.size());
  const std::string punctuation = joined(list.punctuation);
  writer.reserve(kPunctuation, punctuation.size());
  writer.reserve(kMeta, meta.size());
  writer.allocate();

  writer.header.is_wide = is_wide ? 1 : 0;
  writer.header.letter_count = letter_count;
  writer.header.word_count = counts.all_words;
  writer.header.node_count = static_cast<uint32_t>(counts.all_nodes);
  writer.header.max_length = counts.max_length;
  TrieWriter(writer, list, counts, is_wide, letter_bytes).write(sorted);
  if (has_bands) {
    const auto bands = writer.part<uint8_t>(kBands);
    std::fill(bands.begin(), bands.end(), uint8_t{255});
    for (size_t i = 0; i < sorted.size(); ++i) {
      bands[ids[i]] = std::min(bands[ids[i]], list.bands[sorted[i].source]);
    }
  }
  if (is_spelled) spellings->write(writer.part<uint32_t>(kSpellingAt), writer.part<char>(kSpellings).data());
  writer.write(kFaces, faces);
  writer.write(kPunctuation, punctuation);
  writer.write(kMeta, meta);
  writer.header.fingerprint =
      fingerprint_of(faces, writer.part<uint32_t>(kFirstWord), writer.part<std::byte>(kLetters));
  return writer.finish();
}

}  // namespace lexigrid
