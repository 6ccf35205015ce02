#include "lexicon_compile.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <numeric>
#include <span>

#include "lexicon_format.hpp"

namespace lexigrid {
namespace {

/// The words of a list in the order of their letters, without repeats of the same letters.
class SortedWords {
 public:
  explicit SortedWords(const WordList& list) : list_(list) {
    const std::size_t n = list.size();
    common_.resize(n);
    if (compare_neighbours()) return;
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0u);
    sort();
    (void)compare_neighbours();
  }

  [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
  [[nodiscard]] std::uint32_t source(std::size_t i) const noexcept {
    return order_.empty() ? static_cast<std::uint32_t>(i) : order_[i];
  }
  [[nodiscard]] std::span<const LetterCode> word(std::size_t i) const noexcept { return word_of(source(i)); }
  /// Letters that word i shares with the one before it.
  [[nodiscard]] std::uint32_t common(std::size_t i) const noexcept { return common_[i]; }
  [[nodiscard]] bool repeats(std::size_t i) const noexcept {
    return i != 0 && common_[i] == word(i).size() && word(i - 1).size() == word(i).size();
  }

 private:
  [[nodiscard]] std::span<const LetterCode> word_of(std::uint32_t source) const noexcept {
    const std::uint64_t begin = list_.letter_at[source];
    return {list_.letters.data() + begin, list_.letter_at[source + 1] - begin};
  }

  static std::uint32_t common_prefix(std::span<const LetterCode> a, std::span<const LetterCode> b) noexcept {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t i = 0;
    while (i < most && a[i] == b[i]) ++i;
    return static_cast<std::uint32_t>(i);
  }

  /// Fills `common_`; false as soon as a word stands before a smaller one.
  [[nodiscard]] bool compare_neighbours() noexcept {
    for (std::size_t i = 1; i < list_.size(); ++i) {
      const auto before = word(i - 1);
      const auto here = word(i);
      const std::uint32_t common = common_prefix(before, here);
      common_[i] = common;
      if (common == before.size()) continue;
      if (common == here.size() || here[common] < before[common]) return false;
    }
    return true;
  }

  void sort() {
    // The first four letters as one number decide nearly every comparison without touching the
    // letters; 0 stands behind a short word's end, so codes count from 1 here.
    struct Key {
      std::uint64_t head;
      std::uint32_t source;
    };
    std::vector<Key> keys(list_.size());
    for (std::uint32_t i = 0; i < list_.size(); ++i) {
      std::uint64_t head = 0;
      const auto letters = word_of(i);
      for (std::size_t k = 0; k < 4; ++k) {
        head = head << 16 | (k < letters.size() ? letters[k] + 1u : 0u);
      }
      keys[i] = {head, i};
    }
    std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
      if (a.head != b.head) return a.head < b.head;
      const auto x = word_of(a.source);
      const auto y = word_of(b.source);
      const auto order = std::lexicographical_compare_three_way(x.begin(), x.end(), y.begin(), y.end());
      return order != 0 ? order < 0 : a.source < b.source;
    });
    for (std::size_t i = 0; i < keys.size(); ++i) order_[i] = keys[i].source;
  }

  const WordList& list_;
  std::vector<std::uint32_t> order_;   // empty when the list is sorted already
  std::vector<std::uint32_t> common_;
};

/// Lays the sections out and hands out spans into one zeroed block.
class ImageWriter {
 public:
  void reserve(Section section, std::uint64_t bytes) {
    SectionPlace& place = header.sections[section];
    place.offset = end_;
    place.size = bytes;
    end_ = (end_ + bytes + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
  }
  void allocate() { image_.resize(end_); }

  template <class T>
  std::span<T> part(Section section) {
    const SectionPlace& place = header.sections[section];
    return {reinterpret_cast<T*>(image_.data() + place.offset), place.size / sizeof(T)};
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
  std::uint64_t end_ = (sizeof(ImageHeader) + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
  std::vector<std::byte> image_;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0) all += '\n';
    all += parts[i];
  }
  return all;
}

/// Numbers of nodes and words, by depth.
struct Counts {
  std::vector<std::uint64_t> nodes;  // per depth
  std::vector<std::uint32_t> words;  // per length
  std::uint32_t max_length = 0;
  std::uint64_t all_nodes = 2;
  std::uint32_t all_words = 0;

  explicit Counts(const SortedWords& sorted) : nodes(kMaxWordLetters + 1), words(kMaxWordLetters + 1) {
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (sorted.repeats(i)) continue;
      const auto length = static_cast<std::uint32_t>(sorted.word(i).size());
      for (std::uint32_t depth = sorted.common(i) + 1; depth <= length; ++depth) ++nodes[depth];
      all_nodes += length - sorted.common(i);
      ++words[length];
      ++all_words;
      max_length = std::max(max_length, length);
    }
  }
};

void write_nodes(ImageWriter& writer, const SortedWords& sorted, const Counts& counts, bool is_wide) {
  const auto nodes = writer.part<Node>(kNodes);
  const auto labels = writer.part<LetterCode>(kLabels);
  std::vector<std::uint64_t> next(counts.max_length + 1);  // the next free node of each depth
  std::uint64_t free = 2;
  for (std::uint32_t depth = 1; depth <= counts.max_length; ++depth) {
    next[depth] = free;
    free += counts.nodes[depth];
  }
  std::vector<std::uint64_t> here(counts.max_length + 1, kRootNode);  // nodes of the word in hand
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted.repeats(i)) continue;
    const auto word = sorted.word(i);
    for (std::uint32_t depth = sorted.common(i) + 1; depth <= word.size(); ++depth) {
      const std::uint64_t node = next[depth]++;
      Node& parent = nodes[here[depth - 1]];
      if (static_cast<NodeId>(parent) == 0) parent |= node;
      if (is_wide) {
        parent += Node{1} << 32;
        labels[node] = word[depth - 1];
      } else {
        parent |= Node{1} << (kLettersShift + word[depth - 1]);
      }
      here[depth] = node;
    }
    Node& last = nodes[here[word.size()]];
    last |= kWordBit;
    if (!is_wide) last |= static_cast<Node>(std::min<std::size_t>(word.size(), kLengthMask)) << kLengthShift;
  }
}

void write_ranks(ImageWriter& writer) {
  const auto nodes = writer.part<Node>(kNodes);
  const auto ranks = writer.part<RankBlock>(kRanks);
  std::uint32_t words = 0;
  for (std::size_t block = 0; block < ranks.size(); ++block) {
    std::uint64_t word_nodes = 0;
    const std::size_t end = std::min(nodes.size(), 64 * block + 64);
    for (std::size_t node = 64 * block; node < end; ++node) word_nodes |= nodes[node] >> 63 << (node & 63);
    ranks[block] = {word_nodes, words, 0};
    words += static_cast<std::uint32_t>(std::popcount(word_nodes));
  }
}

/// Word ids of the sorted words; a repeat has the id of the word it repeats.
std::vector<WordId> number_words(const SortedWords& sorted, const Counts& counts) {
  std::vector<WordId> next(counts.max_length + 2);
  for (std::uint32_t length = 0; length <= counts.max_length; ++length) {
    next[length + 1] = next[length] + counts.words[length];
  }
  std::vector<WordId> ids(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    ids[i] = sorted.repeats(i) ? ids[i - 1] : next[sorted.word(i).size()]++;
  }
  return ids;
}

void write_words(ImageWriter& writer, const SortedWords& sorted, const Counts& counts,
                 const std::vector<WordId>& ids, std::uint32_t letter_bytes) {
  const auto first_word = writer.part<std::uint32_t>(kFirstWord);
  const auto letters_at = writer.part<std::uint64_t>(kLettersAt);
  std::uint32_t words = 0;
  std::uint64_t letters = 0;
  for (std::uint32_t length = 0; length <= counts.max_length; ++length) {
    first_word[length] = words;
    letters_at[length] = letters;
    words += counts.words[length];
    letters += std::uint64_t{counts.words[length]} * length;
  }
  first_word[counts.max_length + 1] = words;
  letters_at[counts.max_length + 1] = letters;

  std::byte* const out = writer.part<std::byte>(kLetters).data();
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted.repeats(i)) continue;
    const auto word = sorted.word(i);
    std::uint64_t at = letters_at[word.size()] + std::uint64_t{ids[i] - first_word[word.size()]} * word.size();
    if (letter_bytes == 1) {
      for (const LetterCode letter : word) out[at++] = static_cast<std::byte>(letter);
    } else {
      std::memcpy(out + 2 * at, word.data(), 2 * word.size());
    }
  }
}

std::string_view spelling_of(const WordList& list, std::uint32_t source) {
  const std::uint64_t begin = list.spelling_at[source];
  return std::string_view(list.spellings).substr(begin, list.spelling_at[source + 1] - begin);
}

/// Says of spellings whether they are their letters' faces joined.
class PlainSpelling {
 public:
  explicit PlainSpelling(const WordList& list) : list_(list) {
    for (const std::string& face : list.faces) {
      has_short_faces_ = has_short_faces_ && face.size() == 1;
      first_.push_back(face.empty() ? '\0' : face[0]);
    }
  }

  [[nodiscard]] bool is_plain(std::uint32_t source) const {
    std::string_view spelling = spelling_of(list_, source);
    const std::span<const LetterCode> letters(list_.letters.data() + list_.letter_at[source],
                                              list_.letters.data() + list_.letter_at[source + 1]);
    if (has_short_faces_) {
      return spelling.size() == letters.size() &&
             std::equal(letters.begin(), letters.end(), spelling.begin(),
                        [&](LetterCode letter, char character) { return first_[letter] == character; });
    }
    for (const LetterCode letter : letters) {
      const std::string& face = list_.faces[letter];
      if (!spelling.starts_with(face)) return false;
      spelling.remove_prefix(face.size());
    }
    return spelling.empty();
  }

 private:
  const WordList& list_;
  std::vector<char> first_;
  bool has_short_faces_ = true;  // one byte each: as in most lists
};

/// All spellings of each word, by word id; empty when every word is spelled as its letters.
std::vector<std::string> gather_spellings(const WordList& list, const SortedWords& sorted,
                                          const std::vector<WordId>& ids, std::uint32_t words) {
  bool is_needed = false;
  const PlainSpelling plain(list);
  for (std::uint32_t i = 0; i < list.size() && !is_needed; ++i) is_needed = !plain.is_plain(i);
  if (!is_needed) return {};
  std::vector<std::string> all(words);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const std::string_view spelling = spelling_of(list, sorted.source(i));
    std::string& mine = all[ids[i]];
    if (mine.empty()) {
      mine = spelling;
      continue;
    }
    // Repeats stand in the order given; a spelling that is there already is not kept twice.
    bool is_known = false;
    for (std::size_t begin = 0; begin <= mine.size() && !is_known;) {
      const std::size_t end = std::min(mine.find('\n', begin), mine.size());
      is_known = std::string_view(mine).substr(begin, end - begin) == spelling;
      begin = end + 1;
    }
    if (!is_known) (mine += '\n') += spelling;
  }
  return all;
}

std::uint64_t fingerprint_of(std::string_view faces, std::span<const std::uint32_t> first_word,
                             std::span<const std::byte> letters) {
  std::uint64_t sum = 0xCBF29CE484222325u;
  const auto mix = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::size_t i = 0;
    for (; i + 8 <= size; i += 8) {
      std::uint64_t word;
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
  const auto letter_count = static_cast<std::uint32_t>(list.faces.size());
  const bool is_wide = letter_count > kNarrowLetters;
  const std::uint32_t letter_bytes = letter_count > 256 ? 2 : 1;
  const SortedWords sorted(list);
  const Counts counts(sorted);
  if (counts.all_nodes > kMaxNodes) {
    throw WordError{"makes the lexicon larger than " + std::to_string(kMaxNodes) + " nodes", list.size() - 1};
  }
  std::uint64_t letters = 0;
  for (std::uint32_t length = 0; length <= counts.max_length; ++length) {
    letters += std::uint64_t{counts.words[length]} * length;
  }

  ImageWriter writer;
  writer.reserve(kNodes, counts.all_nodes * sizeof(Node));
  writer.reserve(kLabels, is_wide ? counts.all_nodes * sizeof(LetterCode) : 0);
  writer.reserve(kRanks, (counts.all_nodes + 63) / 64 * sizeof(RankBlock));
  writer.reserve(kFirstWord, (counts.max_length + 2) * sizeof(std::uint32_t));
  writer.reserve(kLettersAt, (counts.max_length + 2) * sizeof(std::uint64_t));
  writer.reserve(kLetters, letters * letter_bytes);
  writer.reserve(kBands, list.bands.empty() ? 0 : counts.all_words);
  const std::vector<WordId> ids = number_words(sorted, counts);
  const std::vector<std::string> spellings = gather_spellings(list, sorted, ids, counts.all_words);
  std::uint64_t spelled = 0;
  for (const std::string& each : spellings) spelled += each.size();
  if (spelled > 0xFFFFFFFFu) throw WordError{"makes the spellings larger than 4 GiB", list.size() - 1};
  writer.reserve(kSpellingAt, spellings.empty() ? 0 : (spellings.size() + 1) * sizeof(std::uint32_t));
  writer.reserve(kSpellings, spelled);
  const std::string faces = joined(list.faces);
  writer.reserve(kFaces, faces.size());
  const std::string punctuation = joined(list.punctuation);
  writer.reserve(kPunctuation, punctuation.size());
  writer.reserve(kMeta, meta.size());
  writer.allocate();

  writer.header.is_wide = is_wide ? 1 : 0;
  writer.header.letter_count = letter_count;
  writer.header.word_count = counts.all_words;
  writer.header.node_count = static_cast<std::uint32_t>(counts.all_nodes);
  writer.header.max_length = counts.max_length;
  write_nodes(writer, sorted, counts, is_wide);
  write_ranks(writer);
  write_words(writer, sorted, counts, ids, letter_bytes);
  if (!list.bands.empty()) {
    const auto bands = writer.part<std::uint8_t>(kBands);
    std::fill(bands.begin(), bands.end(), std::uint8_t{255});
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      bands[ids[i]] = std::min(bands[ids[i]], list.bands[sorted.source(i)]);
    }
  }
  if (!spellings.empty()) {
    const auto at = writer.part<std::uint32_t>(kSpellingAt);
    char* out = writer.part<char>(kSpellings).data();
    for (std::size_t i = 0; i < spellings.size(); ++i) {
      std::memcpy(out + at[i], spellings[i].data(), spellings[i].size());
      at[i + 1] = at[i] + static_cast<std::uint32_t>(spellings[i].size());
    }
  }
  writer.write(kFaces, faces);
  writer.write(kPunctuation, punctuation);
  writer.write(kMeta, meta);
  writer.header.fingerprint = fingerprint_of(faces, writer.part<std::uint32_t>(kFirstWord), writer.part<std::byte>(kLetters));
  return writer.finish();
}

}  // namespace lexigrid
