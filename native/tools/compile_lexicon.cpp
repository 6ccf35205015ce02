// Compiles a folder of word files into a lexicon during the build: compile_lexicon FOLDER OUTPUT
//
// FOLDER has files named BAND.txt (10.txt, 20.txt) with one word per line and, optionally, other files whose
// lines are "word band".
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

#include "lexicon/compile.hpp"

namespace {

using lexigrid::AsciiOptions;
using lexigrid::WordList;

constexpr const char* kMeta =
    R"json({"alphabet": {"name": "", "case_sensitive": false, "fold_accents": true}, "name": "english",)json"
    R"json( "origin": "SCOWL 2020.12.07, category words, size <= 80; see words/english/README.md",)json"
    R"json( "licence": "licenses/SCOWL-Copyright.txt"})json";

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > 255)
    return std::nullopt;
  return value;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return text;
}

void append(WordList& list, const std::string& words, int band, const std::filesystem::path& path) {
  if (!lexigrid::append_ascii(list, words, AsciiOptions{})) {
    throw std::runtime_error(path.string() + " has a character that is not ASCII");
  }
  list.bands.resize(list.size(), static_cast<uint8_t>(band));
}

/// Appends the words of a file of "word band" lines.
void append_banded(WordList& list, const std::filesystem::path& path) {
  std::string text = read(path);
  size_t number_of_line = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number_of_line;
    if (line.empty() || line.front() == '#') continue;
    const size_t blank = line.find(' ');
    const auto band =
        blank == std::string::npos ? std::nullopt : number(std::string_view(line).substr(blank + 1));
    if (!band) {
      throw std::runtime_error(path.string() + " line " + std::to_string(number_of_line) + " is '" + line +
                               "', expected a word, a space and a band");
    }
    append(list, line.substr(0, blank), *band, path);
  }
}

WordList read_folder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto& path = entry.path();
    // removals.txt is for tools/build_words.py; its words are in no other file.
    if (path.extension() == ".txt" && path.filename() != "removals.txt") paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  WordList list;
  for (const auto& path : paths) {
    if (const auto band = number(path.stem().string())) {
      append(list, read(path), *band, path);
    } else {
      append_banded(list, path);
    }
  }
  lexigrid::number_letters(list);
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: compile_lexicon FOLDER OUTPUT\n";
    return 2;
  }
  try {
    const WordList list = read_folder(argv[1]);
    if (list.size() == 0) throw std::runtime_error(std::string("no words in ") + argv[1]);
    const auto image = lexigrid::compile(list, kMeta);
    const std::filesystem::path output(argv[2]);
    std::filesystem::path unfinished = output;
    unfinished += ".tmp";
    std::ofstream file(unfinished, std::ios::binary);
    file.write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(image.size()));
    file.close();
    if (!file) throw std::runtime_error("cannot write " + unfinished.string());
    std::filesystem::rename(unfinished, output);
  } catch (const lexigrid::WordError& error) {
    std::cerr << "compile_lexicon: word " << error.line << " " << error.what() << "\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "compile_lexicon: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
