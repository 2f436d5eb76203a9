// Peak matrix products of AMX: tiles of 16 × 16 results of 32 bits, 64 bytes of each factor deep.
//
// Work per instruction: 2 × 16 × 16 × 64 OP for bytes (TDPBSSD), 2 × 16 × 16 × 32 FLOP for bf16 (TDPBF16PS).
// Four tiles of results, so that one product does not wait for another. The factors are constant, so that
// every step adds the same to every result: 960 to an integer (3 × 5, 64 times), 2⁻²⁰ to an f32 (1 × 2⁻²⁵, 32
// times), exactly. Pitfall: Linux gives a process the tile registers only when asked (can_execute asks).
#include <iterator>

#include MANSARD_ROW_HEADER

namespace mansard::kernels::MANSARD_ROW {
namespace {

inline constexpr int tiles = 4, rows = 16, row_bytes = 64;
inline constexpr int per_trip = 2 * tiles;

/// The operand of LDTILECFG: eight tiles of 16 rows of 64 bytes.
struct alignas(64) Configuration {
    std::uint8_t palette = 1, start_row = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t bytes[16] = {row_bytes, row_bytes, row_bytes, row_bytes, row_bytes, row_bytes};
    std::uint8_t row_count[16] = {rows, rows, rows, rows, rows, rows};
};

#define ROW_TILE_LOOP(instruction)                                                                           \
    asm volatile(                                                                                            \
        "ldtilecfg %[configuration]\n\t"                                                                     \
        "tilezero %%tmm0\n\ttilezero %%tmm1\n\ttilezero %%tmm2\n\ttilezero %%tmm3\n\t"                       \
        "tileloadd (%[first],%[stride],1),%%tmm4\n\t"                                                        \
        "tileloadd (%[second],%[stride],1),%%tmm5\n\t"                                                       \
        ".p2align 5\n"                                                                                       \
        "1:\n\t" instruction " %%tmm5,%%tmm4,%%tmm0\n\t" instruction " %%tmm5,%%tmm4,%%tmm1\n\t" instruction \
        " %%tmm5,%%tmm4,%%tmm2\n\t" instruction " %%tmm5,%%tmm4,%%tmm3\n\t" instruction                      \
        " %%tmm5,%%tmm4,%%tmm0\n\t" instruction " %%tmm5,%%tmm4,%%tmm1\n\t" instruction                      \
        " %%tmm5,%%tmm4,%%tmm2\n\t" instruction                                                              \
        " %%tmm5,%%tmm4,%%tmm3\n\t"                                                                          \
        "subq $1,%[trips]\n\t"                                                                               \
        "jnz 1b\n\t"                                                                                         \
        "tilestored %%tmm0,(%[out],%[stride],1)\n\t"                                                         \
        "tilestored %%tmm1,1024(%[out],%[stride],1)\n\t"                                                     \
        "tilestored %%tmm2,2048(%[out],%[stride],1)\n\t"                                                     \
        "tilestored %%tmm3,3072(%[out],%[stride],1)\n\t"                                                     \
        "tilerelease"                                                                                        \
        : [trips] "+r"(trips)                                                                                \
        : [configuration] "m"(configuration), [first] "r"(first), [second] "r"(second),                      \
          [stride] "r"(stride), [out] "r"(frame.result)                                                      \
        : "memory", "cc")

template <Dtype Type>
double run(const Frame& frame) {
    const Configuration configuration;
    constexpr bool bytes = Type == Dtype::i8;
    alignas(64) std::uint32_t first[rows * row_bytes / 4], second[rows * row_bytes / 4];
    for (std::uint32_t& word : first) word = bytes ? 0x03030303U : 0x3f803f80U;
    for (std::uint32_t& word : second) word = bytes ? 0x05050505U : 0x33003300U;
    const long stride = row_bytes;
    long trips = frame.passes;
    if constexpr (bytes)
        ROW_TILE_LOOP("tdpbssd");
    else
        ROW_TILE_LOOP("tdpbf16ps");
    return static_cast<double>(frame.passes);
}

inline constexpr std::size_t results = static_cast<std::size_t>(tiles) * rows * row_bytes / 4;

template <Dtype Type>
bool check(const Frame& frame) {
    const long steps = frame.passes * per_trip / tiles;
    return Type == Dtype::i8 ? check_wrapping_sum(frame.result, results, 0, 960, steps)
                             : check_float_sum(frame.result, results, 0x1p-20F, steps);
}

template <Dtype Type>
constexpr KernelDesc describe() {
    constexpr bool bytes = Type == Dtype::i8;
    const double work = 2.0 * rows * (row_bytes / 4) * (bytes ? 64 : 32) * per_trip;
    KernelDesc kernel{.family = "tile",
                      .summary = "products of matrix tiles",
                      .measures = Kind::compute,
                      .isa = Isa::MANSARD_ROW,
                      .engine = Engine::matrix,
                      .dtype = Type,
                      .op = Op::dot,
                      .instruction = bytes ? "tdpbssd" : "tdpbf16ps",
                      .instructions_per_trip = per_trip,
                      .steps_per_trip = per_trip / tiles,
                      .chains = tiles,
                      .run = run<Type>,
                      .check = check<Type>};
    (bytes ? kernel.work.ops : kernel.work.flops) = work;
    return kernel;
}

constinit const KernelDesc kernels[] = {describe<Dtype::i8>(), describe<Dtype::bf16>()};

}  // namespace
extern const KernelTable tile_kernels;
constinit const KernelTable tile_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
