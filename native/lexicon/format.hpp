// The lexicon image: one block of bytes, identical in memory and on disk.
//
// All numbers are little-endian. Sections start at multiples of 64 bytes, in this order, with
// zeros between; the image ends at a multiple of 64. docs/design.md explains the node layouts.
//
//   section      element   number of elements
//   nodes        u64       node_count
//   labels       u16       node_count in the wide layout, else 0
//   ranks        16 bytes  node_count / 64, rounded up
//   first_word   u32       max_length + 2
//   letters_at   u64       max_length + 2
//   letters      u8 / u16  letters of all words, by word id (u16 above 256 letters)
//   bands        u8        word_count, or 0
//   spelling_at  u32       word_count + 1, or 0
//   spellings    UTF-8     spelling_at[word_count] bytes
//   faces        UTF-8     the letters in code order, separated by '\n'
//   punctuation  UTF-8     punctuation in spellings that is not among the letters, separated by '\n'
//   meta         UTF-8     JSON: alphabet, origin; the core does not read it
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "lexicon/lexicon.hpp"

namespace lexigrid {

inline constexpr std::array<char, 8> kMagic = {'L', 'E', 'X', 'I', 'G', 'R', 'I', 'D'};
inline constexpr uint32_t kFormatVersion = 1;
inline constexpr size_t kSectionAlignment = 64;

enum Section : size_t {
  kNodes,
  kLabels,
  kRanks,
  kFirstWord,
  kLettersAt,
  kLetters,
  kBands,
  kSpellingAt,
  kSpellings,
  kFaces,
  kPunctuation,
  kMeta,
  kSectionCount
};

struct SectionPlace {
  uint64_t offset;
  uint64_t size;  // bytes
};

struct ImageHeader {
  std::array<char, 8> magic;
  uint32_t version;
  uint32_t is_wide;
  uint64_t image_size;
  uint64_t checksum;  // of all bytes of the image with this field zero
  uint64_t fingerprint;
  uint32_t letter_count;
  uint32_t word_count;
  uint32_t node_count;
  uint32_t max_length;
  std::array<SectionPlace, kSectionCount> sections;
};
static_assert(sizeof(ImageHeader) == 56 + 16 * kSectionCount);
static_assert(std::endian::native == std::endian::little, "the image is mapped without conversion");

/// The bytes are not a valid lexicon. The message says what was expected at `offset`.
struct FormatError : std::runtime_error {
  FormatError(const std::string& message, uint64_t at) : std::runtime_error(message), offset(at) {}
  uint64_t offset;
};

/// The checksum of a whole image, whose size is a multiple of 64. Detects damage, not forgery.
[[nodiscard]] uint64_t checksum_of(std::span<const std::byte> image) noexcept;

/// Opens an image after checking the header and the section table, in constant time.
/// Throws FormatError.
[[nodiscard]] LexiconView open_image(std::span<const std::byte> image);

/// Proves in one pass that no accessor of the view and no search can read outside the image, whatever its
/// bytes. Checks the checksum; the breadth-first layout (each node has exactly one parent, which precedes
/// it, so there are no cycles and the depth is bounded); ascending labels; consistent ranks, lengths and
/// offsets; and valid UTF-8. Does not check that `letters` agrees with the words of the nodes.
/// Throws FormatError.
void validate_image(std::span<const std::byte> image, const LexiconView& view);

/// A text section, such as kFaces, of an opened image.
[[nodiscard]] std::string_view section_text(std::span<const std::byte> image, Section section);

}  // namespace lexigrid
