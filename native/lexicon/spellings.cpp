#include "lexicon/spellings.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace lexigrid {
namespace {

std::string_view spelling_of(const WordList& list, uint32_t source) {
  const uint64_t begin = list.spelling_at[source];
  return std::string_view(list.spellings).substr(begin, list.spelling_at[source + 1] - begin);
}

/// Tests whether the spelling of a word is the faces of its letters joined.
class PlainSpelling {
 public:
  explicit PlainSpelling(const WordList& list) : list_(list) {
    for (const std::string& face : list.faces) {
      has_short_faces_ = has_short_faces_ && face.size() == 1;
      first_.push_back(face.empty() ? '\0' : face[0]);
    }
  }

  [[nodiscard]] bool is_plain(uint32_t source) const {
    return list_.letters.empty() ? is_plain(source, list_.bytes) : is_plain(source, list_.letters);
  }

 private:
  template <class Letter>
  [[nodiscard]] bool is_plain(uint32_t source, const std::vector<Letter>& all) const {
    std::string_view spelling = spelling_of(list_, source);
    const std::span<const Letter> letters(all.data() + list_.letter_at[source],
                                          all.data() + list_.letter_at[source + 1]);
    if (has_short_faces_) {
      return spelling.size() == letters.size() &&
             std::equal(letters.begin(), letters.end(), spelling.begin(),
                        [&](Letter letter, char character) { return first_[letter] == character; });
    }
    for (const Letter letter : letters) {
      const std::string& face = list_.faces[letter];
      if (!spelling.starts_with(face)) return false;
      spelling.remove_prefix(face.size());
    }
    return spelling.empty();
  }

  const WordList& list_;
  std::vector<char> first_;
  bool has_short_faces_ = true;  // of one byte each, as in most lists
};

/// The distinct spellings of one word in input order.
std::string joined_spellings(const WordList& list, std::span<const SortedWord> same) {
  std::vector<std::string_view> known;
  std::string all;
  for (const SortedWord& word : same) {
    const std::string_view spelling = spelling_of(list, word.source);
    if (std::find(known.begin(), known.end(), spelling) != known.end()) continue;
    if (!known.empty()) all += '\n';
    all += spelling;
    known.push_back(spelling);
  }
  return all;
}

}  // namespace

bool needs_spellings(const WordList& list) {
  if (list.spelling_at.empty()) return false;
  const PlainSpelling plain(list);
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (!plain.is_plain(i)) return true;
  }
  return false;
}

Spellings::Spellings(const WordList& list, std::span<const SortedWord> sorted, std::span<const WordId> ids,
                     uint32_t words)
    : list_(list),
      places_(words) {
  for (size_t begin = 0; begin < sorted.size();) {
    size_t end = begin + 1;
    while (end < sorted.size() && sorted[end].repeats()) ++end;
    Place& place = places_[ids[begin]];
    if (end - begin == 1) {
      const std::string_view one = spelling_of(list, sorted[begin].source);
      place = {list.spelling_at[sorted[begin].source], one.size(), false};
    } else {
      const std::string several = joined_spellings(list, sorted.subspan(begin, end - begin));
      place = {joined_.size(), several.size(), true};
      joined_ += several;
    }
    size_ += place.size;
    begin = end;
  }
}

void Spellings::write(std::span<uint32_t> at, char* out) const noexcept {
  for (size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    std::memcpy(out + at[i], (place.is_joined ? joined_ : list_.spellings).data() + place.at, place.size);
    at[i + 1] = at[i] + static_cast<uint32_t>(place.size);
  }
}

}  // namespace lexigrid
