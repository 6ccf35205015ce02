#include "lines.hpp"

#include "lines_general.hpp"

namespace lexigrid {

LineResult find_lines(const LineQuery& query, StopSignal& stop) { return find_lines_general(query, stop); }

}  // namespace lexigrid
