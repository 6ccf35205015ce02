// Compiles word files into a lexicon during the build: compile_lexicon FOLDER BANDS OUTPUT OUTPUT_BANDS
//
// FOLDER has files named BAND.txt (10.txt, 20.txt) with one word per line and, optionally, other files whose
// lines are "word band". BANDS has such lines too, with other bands for some of the words. These have another
// licence, so they are kept apart: OUTPUT has the bands of FOLDER, and OUTPUT_BANDS what differs with the
// others, the checksum of the image and its bands (lexicon/image.py).
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iostream>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lexicon/compile.hpp"
#include "lexicon/format.hpp"

namespace {

using lexigrid::AsciiOptions;
using lexigrid::WordList;

constexpr const char* kMeta =
    R"json({"alphabet": {"name": "", "case_sensitive": false, "fold_accents": true}, "name": "english",)json"
    R"json( "origin": "SCOWL 2020.12.07, category words, size <= 80; see words/english/README.md; bands from)json"
    R"json( wordfreq 3.1.1; see words/commonness/README.md",)json"
    R"json( "licence": "licenses/SCOWL-Copyright.txt; bands: CC-BY-SA-4.0"})json";

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > 255)
    return std::nullopt;
  return value;
}

using Bands = std::map<std::string, int>;

/// Adds the words of a file to `words`; without a band of their own, they get `band`.
void add_words(Bands& words, const std::filesystem::path& path, std::optional<int> band) {
  std::ifstream file(path);
  size_t number_of_line = 0;
  for (std::string line; std::getline(file, line);) {
    ++number_of_line;
    if (line.empty() || line.front() == '#') continue;
    const size_t blank = line.find(' ');
    const auto own = blank == std::string::npos ? band : number(std::string_view(line).substr(blank + 1));
    if (!own) {
      throw std::runtime_error(path.string() + " line " + std::to_string(number_of_line) + " is '" + line +
                               "', expected a word, a space and a band");
    }
    words[line.substr(0, blank)] = *own;
  }
  if (!file.eof()) throw std::runtime_error("cannot read " + path.string());
}

Bands read_words(const std::filesystem::path& folder) {
  Bands words;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto& path = entry.path();
    // removals.txt is for tools/build_words.py; its words are in no other file.
    if (path.extension() == ".txt" && path.filename() != "removals.txt")
      add_words(words, path, number(path.stem().string()));
  }
  if (words.empty()) throw std::runtime_error("no words in " + folder.string());
  return words;
}

std::vector<std::byte> compile_words(const Bands& words) {
  WordList list;
  std::string text;
  for (const auto& [word, band] : words) {
    text += word + '\n';
    list.bands.push_back(static_cast<uint8_t>(band));
  }
  if (!lexigrid::append_ascii(list, text, AsciiOptions{}) || list.size() != list.bands.size())
    throw std::runtime_error("a word is not ASCII");
  lexigrid::number_letters(list);
  return lexigrid::compile(list, kMeta);
}

/// Writes a file whole or not at all.
void write(const std::filesystem::path& path, std::initializer_list<std::span<const std::byte>> parts) {
  std::filesystem::path unfinished = path;
  unfinished += ".tmp";
  std::ofstream file(unfinished, std::ios::binary);
  for (const auto part : parts)
    file.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + unfinished.string());
  std::filesystem::rename(unfinished, path);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: compile_lexicon FOLDER BANDS OUTPUT OUTPUT_BANDS\n";
    return 2;
  }
  try {
    Bands words = read_words(argv[1]);
    write(argv[3], {compile_words(words)});
    const size_t count = words.size();
    add_words(words, argv[2], std::nullopt);
    if (words.size() != count)
      throw std::runtime_error(std::string(argv[2]) + " has words that are in no list");
    const auto image = compile_words(words);
    lexigrid::ImageHeader header;
    std::memcpy(&header, image.data(), sizeof header);
    const auto checksum = std::as_bytes(std::span(&header.checksum, 1));
    const auto& place = header.sections[lexigrid::kBands];
    write(argv[4], {checksum, std::span(image).subspan(place.offset, place.size)});
  } catch (const lexigrid::WordError& error) {
    std::cerr << "compile_lexicon: word " << error.line << " " << error.what() << "\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "compile_lexicon: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
