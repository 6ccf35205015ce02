// Rolls and scores letter boards of ROWS x COLS cells (3x3 to 5x5) in bulk. The points of a board are those of
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
static_assert(ROWS >= 3 && COLS >= 3 && COLS <= 5 && CELLS <= 25, "");
static_assert((SLOTS & (SLOTS - 1)) == 0 && (SLOTS == 0 || SLOTS >= 64), "");

struct Area {              // shared memory of one warp
  SHARED(uint4) around[2][CELLS];  // per cell the letters of its eight neighbours, one bit each
  SHARED(uint4) stack[STACK];
#if SLOTS
  SHARED(u32) found[SLOTS];  // hash set of keys, 0 is free
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

/// Fills the tables; `symbol` is that of the cell with the number of the lane, `near` the neighbours it has.
__device__ __forceinline__ void fill_tables(Area& area, u32 lane, u32 symbol, u32 near) {
  const u32 bit = symbol < 26 ? 1u << symbol : 0;
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

/// Searches the board whose tables are filled. Returns false if the stack or the set is full.
__device__ __forceinline__ bool search(Area& area, const uint2* nodes, Words& words) {
  const u32 lane = words.lane;
  u32 lower = (1u << lane) - 1;  // the lanes below
  KEEP(lower);
  u32 waiting = 0;  // hits not yet looked up
  u32 top = 0;
  uint4 record = make_uint4(0, 0, 0, 0);
  if (lane < CELLS) {  // a start cell
    const uint2 root = __ldg(nodes + 1);
    if (root.y & LETTERS & (area.below[lane] + 1)) record = make_uint4(root.x, root.y, 0, lane | ANY_STEP << HERE);
  }
  for (;;) {
    uint4 next;
    next.w = 0;
    u32 key = 0;
    if (record.w >= ANY_STEP) {
      const u32 step = 31 - __clz(record.w);  // + STEPS_AT
      record.w ^= 1u << step;
      const u32 turn = record.w + step;  // only the lowest five bits count
      const u32 to = (record.w & 31) + step - (STEPS_AT + HERE);
      const u32 node = record.x + __popc(record.y & area.below[to]);
      const uint2 data = __ldg(nodes + node);
      next.x = data.x;
      next.y = data.y;
      next.z = record.z | __funnelshift_l(0, 1, turn);
      const u32 window = __funnelshift_r(next.z, next.z, to);
      next.w = (steps_to(area, to, data.y) & ~window) | to;
      key = node | (data.y & ~LETTERS);
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
    fill_tables(area, lane, symbol, near);
    for (u32 i = lane; i < set_size; i += 32) set[i] = make_uint4(0, 0, 0, 0);
    __syncwarp();
    Words words{area, points, identity, bits, lane};
    const bool is_done = search(area, nodes, words);
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

__constant__ u32 SHA_256[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

/// The start of the stream of board `number` of a series: the first 8 bytes of the SHA-256 of `text` for board 0 and
/// of `text`, "/" and its number from 1 for the others. At most 55 bytes: one block.
__device__ inline u64 stream_of(const u8* text, u32 size, u64 number) {
  u32 block[16] = {};
  u32 bytes = 0;
  const auto put = [&](u32 byte) {
    block[bytes / 4] |= byte << (24 - bytes % 4 * 8);
    ++bytes;
  };
  for (u32 i = 0; i < size; ++i) put(text[i]);
  if (number++ > 0) {
    u64 power = 1;
    while (number / power >= 10) power *= 10;
    for (put('/'); power > 0; power /= 10) put('0' + u32(number / power % 10));
  }
  block[15] = bytes * 8;
  put(0x80);
  constexpr u32 first[] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                           0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
  u32 s[8];
  for (u32 i = 0; i < 8; ++i) s[i] = first[i];
  const auto turned = [](u32 x, u32 by) { return __funnelshift_r(x, x, by); };
  for (u32 i = 0; i < 64; ++i) {
    u32& word = block[i % 16];
    if (i >= 16) {
      const u32 x = block[(i + 1) % 16];
      const u32 y = block[(i + 14) % 16];
      word += (turned(x, 7) ^ turned(x, 18) ^ x >> 3) + block[(i + 9) % 16] + (turned(y, 17) ^ turned(y, 19) ^ y >> 10);
    }
    const u32 one = s[7] + (turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)) +
                    ((s[4] & s[5]) ^ (~s[4] & s[6])) + SHA_256[i] + word;
    const u32 two = (turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)) +
                    ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (u32 k = 7; k > 0; --k) s[k] = s[k - 1];
    s[4] += one;
    s[0] = one + two;
  }
  return u64(s[0] + first[0]) << 32 | u32(s[1] + first[1]);
}

/// A number below `bound`, each equally likely, from a SplitMix64 stream, as SeededRng.below draws it.
__device__ inline u32 draw_below(u64& state, u32 bound) {
  const u64 rest = (0 - u64(bound)) % bound;  // 2^64 % bound
  for (;;) {
    u64 z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    if (z <= ~rest) return u32(z % bound);
  }
}

/// Rolls boards `first` to `first + count - 1` of a series, as roll() rolls one: a board per thread. Die d has
/// `face_counts[d]` faces, symbols from `faces[d * stride]` on.
extern "C" __global__ void __launch_bounds__(128)
roll_boards(const u8* __restrict__ text, u32 size, const u8* __restrict__ faces, u32 stride,
            const u8* __restrict__ face_counts, u64 first, u32 count, u8* boards) {
  const u32 board = blockIdx.x * blockDim.x + threadIdx.x;
  if (board >= count) return;
  u64 state = stream_of(text, size, first + board);
  u8 dice[CELLS];
  for (u32 i = 0; i < CELLS; ++i) dice[i] = u8(i);
  for (u32 last = CELLS - 1; last > 0; --last) {
    const u32 other = draw_below(state, last + 1);
    const u8 die = dice[other];
    dice[other] = dice[last];
    dice[last] = die;
  }
  for (u32 i = 0; i < CELLS; ++i) {
    boards[size_t(board) * CELLS + i] = faces[dice[i] * stride + draw_below(state, face_counts[dice[i]])];
  }
}

/// Writes variants `first` to `first + count - 1` of some boards: for each board, those with one of these characters
/// on one cell (by cell, then by character), or without characters those with two tiles swapped (by the first, then
/// by the second cell).
extern "C" __global__ void __launch_bounds__(128)
vary_boards(const u8* __restrict__ boards, const u8* __restrict__ letters, u32 letter_count, u64 first, u32 count,
            u8* varied) {
  const u32 variant = blockIdx.x * blockDim.x + threadIdx.x;
  if (variant >= count) return;
  const u32 per_board = letter_count ? CELLS * letter_count : CELLS * (CELLS - 1) / 2;
  const u8* const from = boards + (first + variant) / per_board * CELLS;
  u32 rest = u32((first + variant) % per_board);
  u32 one = 0;
  u32 other = CELLS;
  if (letter_count) {
    one = rest / letter_count;
  } else {
    for (; rest >= CELLS - 1 - one; ++one) rest -= CELLS - 1 - one;
    other = one + 1 + rest;
  }
  for (u32 i = 0; i < CELLS; ++i) {
    const u8 tile = i == other ? from[one] : from[i];
    varied[size_t(variant) * CELLS + i] = i != one ? tile : letter_count ? letters[rest % letter_count] : from[other];
  }
}
