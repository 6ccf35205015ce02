// Runs boards.cu without a graphics card. The lanes of a warp are coroutines that meet at every warp-wide
// operation. Between two of them they run in random order, and so do the warps. What a lane writes to shared memory
// is seen by the others only after its next __syncwarp(). So a missing one, or an operation that not all lanes reach,
// shows as a wrong score or an error. x86-64 only.
#define EMULATED
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;
using std::min;
struct uint2 { u32 x, y; };
struct alignas(16) uint4 { u32 x, y, z, w; };
static inline uint4 make_uint4(u32 x, u32 y, u32 z, u32 w) { return {x, y, z, w}; }
struct Place { u32 x; };
#define __device__
#define __global__
#define __constant__ static const
#define __forceinline__ inline
#define __restrict__
#define __launch_bounds__(...)
#define KEEP(x)

namespace {

constexpr size_t kStack = 1 << 16;

/// A value in shared memory that is not yet written.
struct Write {
  void* to;
  uint4 value;
  u32 size;
};

struct Lane {
  std::vector<Write> writes;
  void* stack_pointer = nullptr;
  std::unique_ptr<u8[]> stack{new u8[kStack]};
};

struct Warp {
  std::array<Lane, 32> lanes;
  std::array<u32, 32> order;
  std::array<std::array<u32, 32>, 2> values;  // of the last two meetings
  std::array<int, 32> lines;                  // where the lanes meet; 0 at the end
  u32 meetings = 0;
  u32 votes = 0;
  u32 sum = 0;
  u32 block;
  u32 number;  // in its block
};

Warp* warp;
u32 current;
void* scheduler;
uint4* memory;  // of the block
Place threadIdx, blockIdx, blockDim;

extern "C" void switch_stack(void** from, void* to);
asm(R"(
switch_stack:
  push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp
  ret
)");

/// Leaves a value and waits for the other lanes.
void meet(int line, u32 value) {
  warp->lines[current] = line;
  warp->values[warp->meetings & 1][current] = value;
  switch_stack(&warp->lanes[current].stack_pointer, scheduler);
}

void flush() {
  std::vector<Write>& writes = warp->lanes[current].writes;
  for (const Write& each : writes) memcpy(each.to, &each.value, each.size);
  writes.clear();
}

template <class T>
class Shared {
 public:
  operator T() const {
    T found = value_;
    for (const Write& each : warp->lanes[current].writes) {
      if (each.to == this) memcpy(&found, &each.value, sizeof found);
    }
    return found;
  }
  void operator=(T value) {
    Write write{this, {}, sizeof value};
    memcpy(&write.value, &value, sizeof value);
    warp->lanes[current].writes.push_back(write);
  }
  void operator=(const Shared& other) { *this = T(other); }

 private:
  T value_;
};

u32 ballot_at(int line, bool vote) {
  meet(line, vote);
  return warp->votes;
}

u32 shuffle_at(int line, u32 value, u32 from) {
  meet(line, value);
  return warp->values[(warp->meetings - 1) & 1][from & 31];
}

u32 sum_at(int line, u32 value) {
  meet(line, value);
  return warp->sum;
}

#define __ballot_sync(mask, vote) ballot_at(__LINE__, vote)
#define __shfl_sync(mask, value, from) shuffle_at(__LINE__, value, from)
#define __reduce_add_sync(mask, value) sum_at(__LINE__, value)
#define __syncwarp() (flush(), meet(__LINE__, 0))
#define SHARED(type) Shared<type>
inline u32 __popc(u32 x) { return u32(__builtin_popcount(x)); }
inline u32 __funnelshift_l(u32 lo, u32 hi, u32 n) { return u32(((u64(hi) << 32 | lo) << (n & 31)) >> 32); }
inline u32 __funnelshift_r(u32 lo, u32 hi, u32 n) { return u32((u64(hi) << 32 | lo) >> (n & 31)); }
inline int __clz(u32 x) { return x ? __builtin_clz(x) : 32; }
inline int __ffs(u32 x) { return __builtin_ffs(int(x)); }
template <class T> T __ldg(const T* p) { return *p; }
inline u32 atomicAdd(u32* p, u32 n) { return std::exchange(*p, *p + n); }
inline u32 atomicOr(u32* p, u32 n) { return std::exchange(*p, *p | n); }
inline u32 atomicAdd(Shared<u32>* p, u32 n) { return atomicAdd(reinterpret_cast<u32*>(p), n); }
inline u32 atomicCAS(Shared<u32>* at, u32 was, u32 to) {
  u32& p = *reinterpret_cast<u32*>(at);
  return p == was ? std::exchange(p, to) : p;
}

}  // namespace

#include KERNEL

namespace {

u64 given[16];  // the arguments of the kernel that runs

/// An argument of a kernel: a number or an address.
struct Argument {
  u64 word;
  operator u32() const { return u32(word); }
  template <class T> operator T*() const { return reinterpret_cast<T*>(word); }
};

template <class... Types, size_t... I>
void call(void (*kernel)(Types...), std::index_sequence<I...>) {
  kernel(static_cast<Types>(Argument{given[I]})...);
}

template <class... Types>
void run_kernel(void (*kernel)(Types...)) {
  static_assert(sizeof...(Types) <= std::size(given));
  call(kernel, std::index_sequence_for<Types...>());
  meet(0, 0);  // never returns
}

void body_of_score_boards() { run_kernel(&score_boards); }
#if !SLOTS
void body_of_score_changes() { run_kernel(&score_changes); }
#endif

}  // namespace

/// Returns null, or what went wrong.
const char* run_warps(void (*body)(), u32 blocks, u64 seed, u64 max_turns, const u64* arguments) {
  std::copy_n(arguments, std::size(given), given);
  const size_t area = (sizeof(Area) * WARPS + 15) / 16;
  std::vector<uint4> shared(area * blocks, uint4{0xDDDDDDDD, 0xDDDDDDDD, 0xDDDDDDDD, 0xDDDDDDDD});
  std::vector<Warp> warps(size_t{blocks} * WARPS);
  for (u32 i = 0; i < warps.size(); ++i) {
    warps[i].block = i / WARPS;
    warps[i].number = i % WARPS;
    for (u32 k = 0; k < 32; ++k) {
      warps[i].order[k] = k;
      Lane& lane = warps[i].lanes[k];
      auto* top = reinterpret_cast<u64*>(reinterpret_cast<uintptr_t>(lane.stack.get() + kStack) & ~uintptr_t{15});
      *--top = 0;  // keeps the stack aligned as at a call
      *--top = reinterpret_cast<u64>(body);
      top -= 6;
      std::fill(top, top + 6, 0);
      lane.stack_pointer = top;
    }
  }
  const auto below = [&](u32 bound) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return u32((seed >> 33) * bound >> 31);
  };
  std::vector<Warp*> running;
  for (Warp& each : warps) running.push_back(&each);
  for (u64 turn = 0; !running.empty(); ++turn) {
    if (turn == max_turns) return "the warps do not end";
    Warp*& chosen = running[below(u32(running.size()))];
    warp = chosen;
    blockIdx.x = warp->block;
    memory = shared.data() + area * warp->block;
    for (u32 i = 31; i > 0; --i) std::swap(warp->order[i], warp->order[below(i + 1)]);
    for (const u32 lane : warp->order) {
      current = lane;
      threadIdx.x = warp->number * 32 + lane;
      switch_stack(&scheduler, warp->lanes[lane].stack_pointer);
    }
    warp->votes = warp->sum = 0;
    for (u32 i = 0; i < 32; ++i) {
      const u32 value = warp->values[warp->meetings & 1][i];
      warp->votes |= (value & 1) << i;
      warp->sum += value;
      if (warp->lines[i] != warp->lines[0]) return "the lanes of a warp meet at different operations";
    }
    ++warp->meetings;
    if (warp->lines[0] == 0) {
      chosen = running.back();
      running.pop_back();
    }
  }
  return nullptr;
}

extern "C" const char* emulate_score_boards(u32 blocks, u64 seed, u64 max_turns, const u64* arguments) {
  return run_warps(&body_of_score_boards, blocks, seed, max_turns, arguments);
}
#if !SLOTS
extern "C" const char* emulate_score_changes(u32 blocks, u64 seed, u64 max_turns, const u64* arguments) {
  return run_warps(&body_of_score_changes, blocks, seed, max_turns, arguments);
}
#endif

namespace {

template <class Kernel>
void run_threads(u32 blocks, Kernel&& kernel) {
  blockDim.x = 128;
  for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
    for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x) kernel();
  }
}

}  // namespace

extern "C" void emulate_roll_boards(u32 blocks, const u8* text, u64 size, const u8* faces, u64 stride,
                                    const u8* face_counts, u64 first, u64 count, u8* boards) {
  run_threads(blocks, [&] { roll_boards(text, u32(size), faces, u32(stride), face_counts, first, u32(count), boards); });
}

extern "C" void emulate_swap_tiles(u32 blocks, const u8* boards, u64 first, u64 count, u8* swapped) {
  run_threads(blocks, [&] { swap_tiles(boards, first, u32(count), swapped); });
}
