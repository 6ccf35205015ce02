#include "trace.hpp"

#include "trace_general.hpp"

namespace lexigrid {

TraceResult trace(const TraceQuery& query, StopSignal& stop) { return trace_general(query, stop); }

}  // namespace lexigrid
