// Loops over the tiles of a grid, which the compiler vectorizes for each target.

template <class Id>
bool are_below(const Id* ids, size_t size, size_t tiles) noexcept {
  Id most = 0;
  for (size_t i = 0; i < size; ++i) most = ids[i] > most ? ids[i] : most;
  return size == 0 || most < tiles;
}
