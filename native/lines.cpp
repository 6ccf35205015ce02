#include "lines.hpp"

#include "lines_general.hpp"
#include "lines_many.hpp"
#include "lines_strips.hpp"

namespace lexigrid {

LineResult find_lines(const LineQuery& query, StopSignal& stop) {
  if (auto answer = find_lines_in_strips(query, stop)) return std::move(*answer);
  if (auto answer = find_lines_of_many(query, stop)) return std::move(*answer);
  return find_lines_general(query, stop);
}

}  // namespace lexigrid
