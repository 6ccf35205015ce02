// Scores letter boards of ROWS x COLS cells (3x3 to 5x5) in bulk. The points of a board are those of
// the distinct words that a king's path spells without using a cell twice. A warp searches one board at a time.
//
// Compile-time constants: ROWS, COLS, STACK (records), SLOTS (of the set of words found; 0: the set is a bit per
// node in device memory, which is never full), WARPS (per block), BLOCKS (per processor).
//
// A *record* is a path that can still be extended: the node of its letters, its used cells, and the steps
// not yet taken. In one round every lane takes one step of its record. If the new path can be extended, the
// lane goes on with it and leaves the rest of its record on a stack that the lanes of the warp share; lanes
// without a record take the topmost ones. So all lanes have work until the board is almost done, and the
// stack is about as short as in a depth-first search.
//
//   node     x: first child | y: bits 0-25 symbols with a child, 26-30 length of the word, 31 a word ends here
//   step     to the neighbour at (row + i - 1, column + j - 1): bit i * COLS + j of a window. The step to the
//            cell itself is the first one of a path.
//   record   x, y: of the node | z: used cells | w: bits 0-4 cell, 16-28 the window of the steps not yet taken
//   used     cell c at bit (c + COLS + 1 + 16) % 32, so that a rotation by the cell aligns its window with the
//            steps in w. Bits that are no cell are never set: cells beyond the edges are free, but have no symbol.
//   key      of a word found: node | length << 26 | 1 << 31 (so never zero)
//
// A symbol is what a cell spells: a letter, or several ("qu"). 31 is a hole.
//
// A search may have one *wild* cell, which has all symbols: the step to it is taken with one after the other. A
// record then also has, at bits 5-9 of w, the *tag* of its path, which is 1 + the symbol of the wild cell or 0 if it
// is not used, and at bits 10-14 the first symbol not yet tried there. The key of a word has the tag, not the length.
#ifndef EMULATED  // the tests compile this file as C++, with 32 coroutines as a warp
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
#define SHARED(type) type  // memory that the lanes share; the others see a write after __syncwarp()
#define KEEP(x) asm("" : "+r"(x))  // in a register: do not compute it again
#endif

constexpr u32 CELLS = ROWS * COLS;
constexpr u32 ALL = 0xFFFFFFFFu;
constexpr u32 LETTERS = 0x03FFFFFFu;  // of a node; the node of a key
constexpr u32 STEPS_AT = 16;
constexpr u32 ANY_STEP = 1u << STEPS_AT;  // w is at least this if steps remain
constexpr u32 HERE = COLS + 1;            // the step to the cell itself
constexpr u32 TAG_AT = 5;
constexpr u32 TAG = 31u << TAG_AT;
constexpr u32 SYMBOL_AT = 10;
constexpr u32 TAG_OF_KEY = 26;
static_assert(ROWS >= 3 && COLS >= 3 && COLS <= 5 && CELLS <= 25, "");
static_assert((SLOTS & (SLOTS - 1)) == 0 && (SLOTS == 0 || SLOTS >= 64), "");

struct Area {              // shared memory of one warp
  SHARED(uint4) around[2][CELLS];  // per cell the letters of its eight neighbours, one bit each
  SHARED(uint4) stack[STACK];
#if SLOTS
  SHARED(u32) found[SLOTS];  // hash set of keys, 0 is free
#else
  SHARED(u32) gains[32];  // by symbol: the points of the words that it adds on a wild cell
#endif
  SHARED(u32) below[CELLS];  // the letters before the cell's
  SHARED(u32) hits[64];      // keys not yet looked up
};

/// Returns the steps from a cell to the neighbours with one of these letters.
__device__ __forceinline__ u32 steps_to(const Area& area, u32 cell, u32 letters) {
  const uint4 a = area.around[0][cell];
  const uint4 b = area.around[1][cell];
  u32 steps = 0;
  if (letters & a.x) steps |= 1u << STEPS_AT;
  if (letters & a.y) steps |= 2u << STEPS_AT;
  if (letters & a.z) steps |= 4u << STEPS_AT;
  if (letters & a.w) steps |= 1u << (STEPS_AT + COLS);
  if (letters & b.x) steps |= 4u << (STEPS_AT + COLS);
  if (letters & b.y) steps |= 1u << (STEPS_AT + 2 * COLS);
  if (letters & b.z) steps |= 2u << (STEPS_AT + 2 * COLS);
  if (letters & b.w) steps |= 4u << (STEPS_AT + 2 * COLS);
  return steps;
}

/// Returns which of the eight neighbours a cell has.
__device__ __forceinline__ u32 neighbours_of(u32 cell) {
  u32 near = 0;
  for (int k = 0; k < 8; ++k) {
    const int place = k < 4 ? k : k + 1;  // in the 3 x 3 window
    const int row = int(cell / COLS) + place / 3 - 1;
    const int column = int(cell % COLS) + place % 3 - 1;
    if (cell < CELLS && row >= 0 && row < ROWS && column >= 0 && column < COLS) near |= 1u << k;
  }
  return near;
}

/// Returns the bit of a symbol; a hole has none.
__device__ __forceinline__ u32 bit_of(u32 symbol) { return symbol < 26 ? 1u << symbol : 0; }

/// Fills the tables; `bit` is that of the cell with the number of the lane, `near` the neighbours it has.
__device__ __forceinline__ void fill_tables(Area& area, u32 lane, u32 bit, u32 near) {
  u32 around[8];
  for (int k = 0; k < 8; ++k) {
    const int place = k < 4 ? k : k + 1;
    const u32 other = __shfl_sync(ALL, bit, lane + (place / 3 - 1) * COLS + place % 3 - 1);
    around[k] = near >> k & 1 ? other : 0;
  }
  if (lane >= CELLS) return;
  area.around[0][lane] = make_uint4(around[0], around[1], around[2], around[3]);
  area.around[1][lane] = make_uint4(around[4], around[5], around[6], around[7]);
  area.below[lane] = bit - 1;
}

/// The distinct words of a board.
struct Words {
  static constexpr bool kHasWild = false;
  Area& area;
  const u32* points;    // by length
  const u32* identity;  // the first node of the same word, for words with several ways to spell them; or null
  u32* bits;            // without slots: one bit per node
  u32 lane;
  u32 distinct = 0;
  u32 score = 0;  // those that this lane looked up

  /// Adds the points of the hits from `first` on that are new, up to 32.
  __device__ __forceinline__ void look_up(u32 first, u32 count) {
    bool is_new = false;
    if (lane < count) {
      u32 key = area.hits[first + lane];
      if (identity) key = (key & ~LETTERS) | identity[key & LETTERS];
#if SLOTS
      for (u32 slot = key * 0x9E3779B1u >> 7;; ++slot) {
        const u32 old = atomicCAS(area.found + slot % SLOTS, 0u, key);
        is_new = old == 0;
        if (old == 0 || old == key) break;
      }
#else
      const u32 node = key & LETTERS;
      const u32 bit = 1u << (node & 31);
      is_new = !(atomicOr(bits + (node >> 5), bit) & bit);
#endif
      if (is_new) score += points[key >> 26 & 31];
    }
    distinct += __popc(__ballot_sync(ALL, is_new));
  }

  [[nodiscard]] __device__ __forceinline__ bool is_full() const { return SLOTS && distinct + 32 > SLOTS / 8 * 7; }
};

/// The words of a board with a wild cell: their points without it, and what each of its symbols adds.
struct WildWords {
  static constexpr bool kHasWild = true;
  const Area& area;
  const u32* points;    // by length
  const u32* identity;  // as in Words
  const uint2* nodes;
  u32* notes;           // per node a bit for each tag of its word; all zero between boards
  u32* noted;           // the nodes that have notes
  SHARED(u32)* gains;   // of the area
  u32 lane;
  u32 count = 0;  // of the nodes noted
  u32 score = 0;  // of the words without the wild cell that this lane looked up

  /// Notes the hits from `first` on, up to 32. A word that is spelled without the wild cell gains nothing by it.
  __device__ __forceinline__ void look_up(u32 first, u32 hits) {
    bool is_new = false;
    u32 node = 0;
    if (lane < hits) {
      const u32 key = area.hits[first + lane];
      const u32 tag = key >> TAG_OF_KEY & 31;
      node = identity ? identity[key & LETTERS] : key & LETTERS;
      const u32 old = atomicOr(notes + node, 1u << tag);
      is_new = old == 0;
      const u32 worth = points[__ldg(nodes + node).y >> 26 & 31];
      if (tag > 0) {
        if (!(old & (1u | 1u << tag))) atomicAdd(gains + tag - 1, worth);
      } else if (!(old & 1u)) {
        score += worth;
        for (u32 rest = old; rest != 0; rest &= rest - 1) atomicAdd(gains + __ffs(rest) - 2, 0u - worth);
      }
    }
    const u32 lanes = __ballot_sync(ALL, is_new);
    if (is_new) noted[count + __popc(lanes & ((1u << lane) - 1))] = node;
    count += __popc(lanes);
  }

  [[nodiscard]] __device__ __forceinline__ bool is_full() const { return false; }
};

/// Searches the board whose tables are filled. Returns false if the stack or the set is full. `wild` counts only if
/// the words have a wild cell.
template <class Found>
__device__ __forceinline__ bool search(Area& area, const uint2* nodes, Found& words, u32 wild) {
  const u32 lane = words.lane;
  u32 lower = (1u << lane) - 1;  // the lanes below
  KEEP(lower);
  u32 waiting = 0;  // hits not yet looked up
  u32 top = 0;
  uint4 record = make_uint4(0, 0, 0, 0);
  if (lane < CELLS) {  // a start cell
    const uint2 root = __ldg(nodes + 1);
    if (root.y & LETTERS & ((Found::kHasWild && lane == wild) ? ALL : area.below[lane] + 1)) record = make_uint4(root.x, root.y, 0, lane | ANY_STEP << HERE);
  }
  for (;;) {
    uint4 next;
    next.w = 0;
    u32 key = 0;
    if (record.w >= ANY_STEP) {
      const u32 step = 31 - __clz(record.w);  // + STEPS_AT
      const u32 turn = record.w + step;  // only the lowest five bits count
      const u32 to = (record.w & 31) + step - (STEPS_AT + HERE);
      u32 below = area.below[to];
      u32 tag = Found::kHasWild ? record.w & TAG : 0;
      bool is_last = true;
      if (Found::kHasWild && to == wild) {
        const u32 untried = record.y & LETTERS & ALL << (record.w >> SYMBOL_AT & 31);
        below = (untried & (0 - untried)) - 1;
        is_last = (untried & (untried - 1)) == 0;
        tag = __ffs(untried) << TAG_AT;
        record.w = (record.w & ~(31u << SYMBOL_AT)) | __ffs(untried) << SYMBOL_AT;
      }
      if (is_last) record.w ^= 1u << step;
      const u32 node = record.x + __popc(record.y & below);
      const uint2 data = __ldg(nodes + node);
      next.x = data.x;
      next.y = data.y;
      next.z = record.z | __funnelshift_l(0, 1, turn);
      const u32 window = __funnelshift_r(next.z, next.z, to);
      next.w = (steps_to(area, to, data.y) & ~window) | to | tag;
      key = node | (Found::kHasWild ? tag << (TAG_OF_KEY - TAG_AT) | (data.y & 1u << 31) : data.y & ~LETTERS);
    }
    const bool is_word = key >= 1u << 31;
    const u32 word_lanes = __ballot_sync(ALL, is_word);
    if (is_word) area.hits[waiting + __popc(word_lanes & lower)] = key;
    waiting += __popc(word_lanes);

    const bool goes_on = next.w >= ANY_STEP;
    const bool leaves_rest = goes_on && record.w >= ANY_STEP;
    const u32 pushes = __ballot_sync(ALL, leaves_rest);
    if (leaves_rest) area.stack[top + __popc(pushes & lower)] = record;
    top += __popc(pushes);
    if (goes_on) record = next;
    __syncwarp();
    if (waiting >= 32) {
      waiting -= 32;
      words.look_up(waiting, 32);
      if (words.is_full()) return false;
    }
    const bool is_idle = record.w < ANY_STEP;
    const u32 idle = __ballot_sync(ALL, is_idle);
    if (top == 0) {
      if (idle == ALL) break;
    } else {
      const u32 rank = __popc(idle & lower);
      if (is_idle && rank < top) record = area.stack[top - 1 - rank];
      top -= min(top, __popc(idle));
      if (top + 32 > STACK) return false;
    }
    __syncwarp();
  }
  words.look_up(0, waiting);
  return true;
}

/// `characters` has CELLS bytes per board, of which `symbol_of` are the symbols. `subset` lists the boards to score
/// and `subset_size` is their number in device memory, as an earlier launch counted it; without a subset, all `count`
/// boards are scored. A warp takes `batch` boards at a time from `next_board`. Boards that exceed the stack or the set
/// go to `left`; all others get their score and their number of words. Without slots, every warp has `bit_words`
/// words of `bits`, a multiple of 4.
extern "C" __global__ void __launch_bounds__(WARPS * 32, BLOCKS)
score_boards(const u8* __restrict__ characters, const u32* subset, const u32* subset_size, u32 count, u32 batch,
             const uint2* __restrict__ nodes, const u32* __restrict__ identity, const u32* __restrict__ points,
             const u8* __restrict__ symbol_of, u32* next_board, u32* scores, u32* word_counts, u32* left,
             u32* left_count, u32* bits, u32 bit_words) {
#ifndef EMULATED
  extern __shared__ uint4 memory[];
#endif
  const u32 lane = threadIdx.x & 31;
  Area& area = reinterpret_cast<Area*>(memory)[threadIdx.x >> 5];
#if SLOTS
  auto* const set = reinterpret_cast<SHARED(uint4)*>(area.found);
  constexpr u32 set_size = SLOTS / 4;
#else
  bits += size_t(blockIdx.x * WARPS + (threadIdx.x >> 5)) * bit_words;
  auto* const set = reinterpret_cast<SHARED(uint4)*>(bits);
  const u32 set_size = bit_words / 4;
#endif
  const u32 near = neighbours_of(lane);
  if (subset) count = *subset_size;
  for (u32 next = 0, end = 0;; ++next) {
    if (next == end) {
      next = __shfl_sync(ALL, lane == 0 ? atomicAdd(next_board, batch) : 0, 0);
      if (next >= count) return;
      end = min(next + batch, count);
    }
    const u32 board = subset ? subset[next] : next;
    const u32 symbol = lane < CELLS ? symbol_of[characters[size_t(board) * CELLS + lane]] : 31;
    fill_tables(area, lane, bit_of(symbol), near);
    for (u32 i = lane; i < set_size; i += 32) set[i] = make_uint4(0, 0, 0, 0);
    __syncwarp();
    Words words{area, points, identity, bits, lane};
    const bool is_done = search(area, nodes, words, ALL);
    const u32 score = __reduce_add_sync(ALL, words.score);
    if (lane == 0) {
      if (is_done) {
        scores[board] = score;
        word_counts[board] = words.distinct;
      } else {
        left[atomicAdd(left_count, 1u)] = board;
      }
    }
    __syncwarp();
  }
}

#if !SLOTS
/// Scores all changes of one cell. Job `board * CELLS + cell` writes the scores of the board with each of the `letters`
/// on the cell to `scores[job * letter_count ...]`; boards that exceed the stack go to `left` instead, perhaps several
/// times. Every warp has `node_count` words of `notes`, which are zero, and `word_count` of `noted`.
extern "C" __global__ void __launch_bounds__(WARPS * 32, BLOCKS)
score_changes(const u8* __restrict__ characters, u32 jobs, const u8* __restrict__ letters, u32 letter_count,
              const uint2* __restrict__ nodes, const u32* __restrict__ identity, const u32* __restrict__ points,
              const u8* __restrict__ symbol_of, u32* next_job, u32* scores, u32* left, u32* left_count, u32* notes,
              u32 node_count, u32* noted, u32 word_count) {
#ifndef EMULATED
  extern __shared__ uint4 memory[];
#endif
  const u32 lane = threadIdx.x & 31;
  const u32 warp_number = blockIdx.x * WARPS + (threadIdx.x >> 5);
  Area& area = reinterpret_cast<Area*>(memory)[threadIdx.x >> 5];
  notes += size_t(warp_number) * node_count;
  noted += size_t(warp_number) * word_count;
  const u32 near = neighbours_of(lane);
  for (;;) {
    const u32 job = __shfl_sync(ALL, lane == 0 ? atomicAdd(next_job, 1u) : 0, 0);
    if (job >= jobs) return;
    const u32 wild = job % CELLS;
    const u32 symbol = lane < CELLS ? symbol_of[characters[job - wild + lane]] : 31;
    fill_tables(area, lane, lane == wild ? LETTERS : bit_of(symbol), near);
    area.gains[lane] = 0;
    __syncwarp();
    WildWords words{area, points, identity, nodes, notes, noted, area.gains, lane};
    const bool is_done = search(area, nodes, words, wild);
    const u32 score = __reduce_add_sync(ALL, words.score);
    if (!is_done && lane == 0) left[atomicAdd(left_count, 1u)] = job / CELLS;
    __syncwarp();
    for (u32 i = lane; i < letter_count; i += 32) {
      const u32 own = symbol_of[letters[i]];
      scores[size_t(job) * letter_count + i] = score + (own < 26 ? area.gains[own] : 0);
    }
    for (u32 i = lane; i < words.count; i += 32) notes[noted[i]] = 0;
    __syncwarp();
  }
}
#endif
