// The field's words, each with one spelling: enumerations and their names, both ways.
//
// Every table is written once; name_of() and parse_name() are generic over it. Spellings are those of the
// file formats (docs/formats.md), so an enumerator can be written to a file and read back by any version.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mansard {

enum class DeviceKind : std::uint8_t { cpu, cuda, fake };
enum class Dtype : std::uint8_t { f64, f32, tf32, hf32, f16, bf16, fp8, fp4, i8, i4, i32, unknown };
/// One row of the CPU instruction-set matrix; avx2 means AVX2 with FMA3, avx512 means F+VL+DQ+BW. Those from
/// avx_vnni on are extensions: they add number types to a row, and no loads and stores. From simt on they are
/// the ways in which an NVIDIA GPU computes (simt: its CUDA cores, one instruction for 32 threads) or copies.
enum class Isa : std::uint8_t {
    scalar,
    sse2,
    avx,
    avx2,
    avx512,
    neon,
    sve,
    avx_vnni,
    avx512_vnni,
    avx512_bf16,
    avx512_fp16,
    amx,
    neon_dot,
    neon_fp16,
    simt,
    mma_sync,
    wgmma,
    tcgen05,
    cp_async,
    bulk
};
/// `DRAM` is device memory on every device (HBM on most GPUs).
enum class Level : std::uint8_t {
    L1,
    L2,
    L3,
    DRAM,
    shared,
    VMEM,
    CMEM,
    UB,
    L0,
    constant,
    host_link,
    peer_link
};
/// The first five and the non-temporal three walk in order; `strided` touches every fourth line, `random`
/// lines in no order, `gather` numbers by an index vector, `chase` one line after another by what the line
/// before holds. Of GPUs: `broadcast` is one set read by every SM, `conflict_N` shared memory read with N
/// threads of a warp on each bank, `to_device` and `from_device` cross the host link from pinned memory (from
/// pageable memory where they say so), `to_peer` and `from_peer` that to another GPU, `launch` is an empty
/// kernel.
enum class Pattern : std::uint8_t {
    load,
    store,
    copy,
    triad,
    update,
    nt_store,
    nt_copy,
    nt_triad,
    strided,
    random,
    gather,
    chase,
    broadcast,
    conflict_2,
    conflict_4,
    conflict_8,
    conflict_32,
    to_device,
    from_device,
    to_device_pageable,
    from_device_pageable,
    to_peer,
    from_peer,
    launch
};
/// `mix`: the best ratio of FMA, additions and multiplications side by side; `mul_add`: the same without FMA;
/// `one_chain`: one accumulator, each step waiting for the one before (no instruction-level parallelism);
/// `dot`: products of two or four neighbours added to a wider accumulator.
enum class Op : std::uint8_t { fma, add, mul, mix, mul_add, one_chain, div, sqrt, dot };
enum class Engine : std::uint8_t { scalar, vector, matrix };
/// `core` is one core (or one SM); `device` is every core that this process may use; `cores` are some of
/// them, Target::threads says how many.
enum class Scope : std::uint8_t { core, device, socket, numa, cores };
/// `ridge`: FLOP/s of loads and FMA interleaved at a stated intensity, a point of the roofline as it is
/// reached.
enum class Kind : std::uint8_t { compute, bandwidth, latency, pipeline, ridge };
/// Conditions other than the ordinary ones (random data, a burst of milliseconds): operands that are zero,
/// and loops that run for seconds, long enough to meet the power cap.
enum class Condition : std::uint8_t { zeros, sustained, sustained_zeros };

/// The table of an enumeration: `Names<E>::table` is an array of {enumerator, spelling}.
template <typename E>
struct Names;

template <typename E>
constexpr std::string_view name_of(E value) {
    for (const auto& [enumerator, name] : Names<E>::table)
        if (enumerator == value) return name;
    return "?";
}

/// The enumerator spelled `name` (exact, case-sensitive), or nothing.
template <typename E>
constexpr std::optional<E> parse_name(std::string_view name) {
    for (const auto& [enumerator, spelling] : Names<E>::table)
        if (spelling == name) return enumerator;
    return std::nullopt;
}

/// All spellings, comma-separated: for the "expected one of …" of an error.
template <typename E>
std::string all_names() {
    std::string out;
    for (const auto& [enumerator, spelling] : Names<E>::table) {
        if (!out.empty()) out += ", ";
        out += spelling;
    }
    return out;
}

template <typename E, std::size_t N>
using NameTable = std::array<std::pair<E, std::string_view>, N>;

template <>
struct Names<DeviceKind> {
    static constexpr NameTable<DeviceKind, 3> table{
        {{DeviceKind::cpu, "cpu"}, {DeviceKind::cuda, "cuda"}, {DeviceKind::fake, "fake"}}};
};
template <>
struct Names<Dtype> {
    static constexpr NameTable<Dtype, 12> table{{{Dtype::f64, "f64"},
                                                 {Dtype::f32, "f32"},
                                                 {Dtype::tf32, "tf32"},
                                                 {Dtype::hf32, "hf32"},
                                                 {Dtype::f16, "f16"},
                                                 {Dtype::bf16, "bf16"},
                                                 {Dtype::fp8, "fp8"},
                                                 {Dtype::fp4, "fp4"},
                                                 {Dtype::i8, "i8"},
                                                 {Dtype::i4, "i4"},
                                                 {Dtype::i32, "i32"},
                                                 {Dtype::unknown, "unknown"}}};
};
template <>
struct Names<Isa> {
    static constexpr NameTable<Isa, 20> table{{{Isa::scalar, "scalar"},
                                               {Isa::sse2, "sse2"},
                                               {Isa::avx, "avx"},
                                               {Isa::avx2, "avx2"},
                                               {Isa::avx512, "avx512"},
                                               {Isa::neon, "neon"},
                                               {Isa::sve, "sve"},
                                               {Isa::avx_vnni, "avx_vnni"},
                                               {Isa::avx512_vnni, "avx512_vnni"},
                                               {Isa::avx512_bf16, "avx512_bf16"},
                                               {Isa::avx512_fp16, "avx512_fp16"},
                                               {Isa::amx, "amx"},
                                               {Isa::neon_dot, "neon_dot"},
                                               {Isa::neon_fp16, "neon_fp16"},
                                               {Isa::simt, "simt"},
                                               {Isa::mma_sync, "mma_sync"},
                                               {Isa::wgmma, "wgmma"},
                                               {Isa::tcgen05, "tcgen05"},
                                               {Isa::cp_async, "cp_async"},
                                               {Isa::bulk, "bulk"}}};
};
template <>
struct Names<Level> {
    static constexpr NameTable<Level, 12> table{{{Level::L1, "L1"},
                                                 {Level::L2, "L2"},
                                                 {Level::L3, "L3"},
                                                 {Level::DRAM, "DRAM"},
                                                 {Level::shared, "shared"},
                                                 {Level::VMEM, "VMEM"},
                                                 {Level::CMEM, "CMEM"},
                                                 {Level::UB, "UB"},
                                                 {Level::L0, "L0"},
                                                 {Level::constant, "constant"},
                                                 {Level::host_link, "host_link"},
                                                 {Level::peer_link, "peer_link"}}};
};
template <>
struct Names<Pattern> {
    static constexpr NameTable<Pattern, 24> table{{{Pattern::load, "load"},
                                                   {Pattern::store, "store"},
                                                   {Pattern::copy, "copy"},
                                                   {Pattern::triad, "triad"},
                                                   {Pattern::update, "update"},
                                                   {Pattern::nt_store, "nt_store"},
                                                   {Pattern::nt_copy, "nt_copy"},
                                                   {Pattern::nt_triad, "nt_triad"},
                                                   {Pattern::strided, "strided"},
                                                   {Pattern::random, "random"},
                                                   {Pattern::gather, "gather"},
                                                   {Pattern::chase, "chase"},
                                                   {Pattern::broadcast, "broadcast"},
                                                   {Pattern::conflict_2, "conflict_2"},
                                                   {Pattern::conflict_4, "conflict_4"},
                                                   {Pattern::conflict_8, "conflict_8"},
                                                   {Pattern::conflict_32, "conflict_32"},
                                                   {Pattern::to_device, "to_device"},
                                                   {Pattern::from_device, "from_device"},
                                                   {Pattern::to_device_pageable, "to_device_pageable"},
                                                   {Pattern::from_device_pageable, "from_device_pageable"},
                                                   {Pattern::to_peer, "to_peer"},
                                                   {Pattern::from_peer, "from_peer"},
                                                   {Pattern::launch, "launch"}}};
};
template <>
struct Names<Op> {
    static constexpr NameTable<Op, 9> table{{{Op::fma, "fma"},
                                             {Op::add, "add"},
                                             {Op::mul, "mul"},
                                             {Op::mix, "mix"},
                                             {Op::mul_add, "mul_add"},
                                             {Op::one_chain, "one_chain"},
                                             {Op::div, "div"},
                                             {Op::sqrt, "sqrt"},
                                             {Op::dot, "dot"}}};
};
template <>
struct Names<Engine> {
    static constexpr NameTable<Engine, 3> table{
        {{Engine::scalar, "scalar"}, {Engine::vector, "vector"}, {Engine::matrix, "matrix"}}};
};
template <>
struct Names<Scope> {
    static constexpr NameTable<Scope, 5> table{{{Scope::core, "core"},
                                                {Scope::device, "device"},
                                                {Scope::socket, "socket"},
                                                {Scope::numa, "numa"},
                                                {Scope::cores, "cores"}}};
};
template <>
struct Names<Kind> {
    static constexpr NameTable<Kind, 5> table{{{Kind::compute, "compute"},
                                               {Kind::bandwidth, "bandwidth"},
                                               {Kind::latency, "latency"},
                                               {Kind::pipeline, "pipeline"},
                                               {Kind::ridge, "ridge"}}};
};
template <>
struct Names<Condition> {
    static constexpr NameTable<Condition, 3> table{{{Condition::zeros, "zeros"},
                                                    {Condition::sustained, "sustained"},
                                                    {Condition::sustained_zeros, "sustained_zeros"}}};
};

}  // namespace mansard
