// Makes boards: rolled from dice, or with two tiles swapped. Compiled together with boards.cu, which it follows.

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

/// Writes boards `first` to `first + count - 1` of those with two tiles of a board swapped: by the board, then by the
/// first and by the second cell.
extern "C" __global__ void __launch_bounds__(128)
swap_tiles(const u8* __restrict__ boards, u64 first, u32 count, u8* swapped) {
  const u32 number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= count) return;
  constexpr u32 pairs = CELLS * (CELLS - 1) / 2;
  const u8* const from = boards + (first + number) / pairs * CELLS;
  u32 rest = u32((first + number) % pairs);
  u32 one = 0;
  for (; rest >= CELLS - 1 - one; ++one) rest -= CELLS - 1 - one;
  const u32 other = one + 1 + rest;
  for (u32 i = 0; i < CELLS; ++i) {
    swapped[size_t(number) * CELLS + i] = from[i == one ? other : i == other ? one : i];
  }
}
