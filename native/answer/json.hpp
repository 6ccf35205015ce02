// Answers as the JSON documents that docs/formats.md describes, in one piece or several.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lexicon/texts.hpp"
#include "lines/lines.hpp"
#include "paths/paths.hpp"

namespace lexigrid {

/// What a document needs besides the answer.
struct DocumentContext {
  const LexiconView& lexicon;
  const LexiconTexts& texts;
  uint32_t rows;  // 0 leaves the size of the grid out of the document
  uint32_t columns;
};

/// Returns members `first .. last` of the list of a document. The piece with the first member begins with the
/// head of the document, the one with the last member ends with its tail. `points` is that of the search.
/// With `commonness`, a name for each of 256 bands, each word has the name of its band. Calls `poll`, which
/// may throw, every few thousand paths.
[[nodiscard]] std::string paths_to_json(
    const PathResult& found, const DocumentContext& context, std::span<const uint32_t> points, size_t first,
    size_t last, std::span<const std::string> commonness = {}, void (*poll)() = [] {});

/// The same for lines. The tail lists the words of `missing`.
[[nodiscard]] std::string lines_to_json(const LineResult& found, const DocumentContext& context, size_t first,
                                        size_t last, std::span<const std::string> missing);

/// Writes paths; formats the text of each cell only once.
class PathWriter {
 public:
  explicit PathWriter(uint32_t columns) : columns_(columns) {}

  /// Appends a path of at least one cell: "[[row, column], [row, column]]".
  void append(std::string& json, std::span<const CellId> path);

 private:
  uint32_t columns_;
  std::vector<std::string> texts_;  // by cell: "[row, column], "
};

}  // namespace lexigrid
