// The textbook search for one word: depth first from every cell with the first letter; used cells are
// overwritten and restored.
// Usage: textbook_trace SECONDS FILE...; a FILE has neighbours, rows, columns, known, the rows, the word.
// Prints for each file: S (found), U (absent) or T (out of time), seconds.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;
static std::vector<char> cells;
static std::vector<int> steps;
static std::string word;
static Clock::time_point end_of_time;
static bool is_over = false;
static unsigned turn = 0;

static bool follow(int cell, size_t place) {
  if (place + 1 == word.size()) return true;
  if ((++turn & 4095) == 0 && Clock::now() >= end_of_time) is_over = true;
  const char letter = cells[cell];
  cells[cell] = 0;
  bool found = false;
  for (size_t k = 0; k < steps.size() && !found && !is_over; ++k) {
    const int next = cell + steps[k];
    found = cells[next] == word[place + 1] && follow(next, place + 1);
  }
  cells[cell] = letter;
  return found;
}

int main(int count, char** arguments) {
  const double seconds = std::atof(arguments[1]);
  for (int file = 2; file < count; ++file) {
    std::ifstream in(arguments[file]);
    int neighbours = 0, rows = 0, columns = 0;
    std::string known, row;
    in >> neighbours >> rows >> columns >> known;
    const int width = columns + 2;  // a frame of empty cells
    std::vector<char> board(static_cast<size_t>(width) * (rows + 2), 0);
    for (int r = 0; r < rows; ++r) {
      in >> row;
      for (int c = 0; c < columns; ++c) board[static_cast<size_t>(r + 1) * width + c + 1] = row[c];
    }
    in >> word;
    steps = {-width, -1, 1, width};
    if (neighbours == 8) steps = {-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1};
    const auto begin = Clock::now();
    cells = board;
    is_over = false;
    end_of_time = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    bool found = false;
    for (int cell = 0; cell < static_cast<int>(cells.size()) && !found && !is_over; ++cell) {
      found = cells[cell] == word[0] && follow(cell, 0);
    }
    const double spent = std::chrono::duration<double>(Clock::now() - begin).count();
    std::printf("%c %.9f\n", found ? 'S' : is_over ? 'T' : 'U', spent);
    std::fflush(stdout);
  }
}
