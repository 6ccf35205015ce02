// One level of the window search, for the `Vector` of a target.

/// How each step rotates the window: the used cells stay where they are, so within the window they move back.
constexpr std::array<unsigned char, window::kWays> kRotations = [] {
  std::array<unsigned char, window::kWays> rotations{};
  for (unsigned way = 0; way < window::kWays; ++way)
    rotations[way] = static_cast<unsigned char>((64 + window::kCentre - window::window_bit(way)) % 64);
  return rotations;
}();

template <window::Memory kMemory>
LEXIGRID_INLINE uint64_t window_after(uint64_t before, unsigned way, uint32_t cell) {
  if constexpr (kMemory == window::Memory::none) return 0;
  if constexpr (kMemory == window::Memory::set) return before | uint64_t{1} << (cell & 63);
  return (std::rotl(before, kRotations[way]) & window::kWindow) | uint64_t{1} << window::kCentre;
}

/// Appends the steps from an entry one by one, for a neighbour that can be several symbols or is not where
/// `step` says. Returns false if the level could exceed its bound.
LEXIGRID_INLINE bool step_one_by_one(const window::Band& band, Node node, uint32_t cell, uint64_t used,
                                     size_t i, window::Levels& levels, size_t& next) {
  if (next + window::kWays * kPathSymbols > window::kMaxEntries) return false;
  const auto letters = static_cast<uint32_t>(node >> kLettersShift);
  const size_t row = size_t{cell} * window::kWays;
  const bool is_listed = band.complexity[cell] == window::Complexity::listed_neighbours;
  for (unsigned rank = 0; rank < window::kWays; ++rank) {
    const uint32_t around = band.around[row + rank];
    const uint32_t to = is_listed ? band.targets[row + rank] : cell + static_cast<uint32_t>(band.step[rank]);
    const unsigned way = is_listed ? band.ways[row + rank] : rank;
    const unsigned bit = band.memory == window::Memory::set ? to & 63 : window::window_bit(way);
    if ((letters & around) == 0 || (used >> bit & 1) != 0) continue;
    for (uint32_t rest = letters & around; rest != 0; rest &= rest - 1) {
      levels.nodes[next] =
          static_cast<uint32_t>(node) + static_cast<uint32_t>(std::popcount(letters & ((rest & -rest) - 1)));
      levels.cells[next] = to;
      levels.from[next++] = static_cast<uint32_t>(64 * i + 8 * rank + way);
    }
  }
  return true;
}

size_t expand_window(const window::Band& band, const window::Entry* kept, size_t count,
                     window::Levels& levels) {
  const window::Complexity* const complexity = band.complexity.empty() ? nullptr : band.complexity.data();
  size_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto [node, used, code, cell] = kept[i];
    if (complexity != nullptr) {
      if (complexity[cell] != window::Complexity::none) {
        if (!step_one_by_one(band, node, cell, used, i, levels, next)) return window::kTooMany;
        continue;
      }
      if (next + window::kWays > window::kMaxEntries) return window::kTooMany;
    }
    Vector::step_around(band, node, cell, used, i, levels, next);
  }
  return next;
}

/// Entries between the prefetch of a node and its use. The lists of a level are that much longer.
constexpr size_t kAhead = 16;

template <window::Memory kMemory>
size_t filter_window(const window::Band& band, const Node* nodes, const window::Entry* before, size_t count,
                     unsigned shift, window::Entry* kept, window::Levels& levels, size_t& hits) {
  window::Entry* const begin = kept;
  window::Hit* hit = levels.hits.data() + hits;
  const NodeId* const ids = levels.nodes.data();
  for (size_t i = 0; i < count; ++i) {
    prefetch(nodes + ids[i + kAhead]);
    const uint32_t cell = levels.cells[i];
    const uint32_t from = levels.from[i];
    const window::Entry& last = before[from / 64];
    const Node node = nodes[ids[i]];
    const uint64_t code = last.code | uint64_t{from / 8 % 8} << shift;
    *kept = {node, window_after<kMemory>(last.window, from % 8, cell), code, cell};
    *hit = {code, ids[i]};
    kept += (static_cast<uint32_t>(node >> kLettersShift) & band.near[cell]) != 0 ? 1 : 0;
    hit += node >> 63;
  }
  hits = static_cast<size_t>(hit - levels.hits.data());
  return static_cast<size_t>(kept - begin);
}
