#include "kernels/cuda/matrix_reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace mansard::kernels::cuda {

std::int64_t product_at(Element element, int k, unsigned which, unsigned row, unsigned column) {
    std::int64_t sum = 0;
    for (unsigned i = 0; i < static_cast<unsigned>(k); ++i)
        sum += static_cast<std::int64_t>(whole_at(element, which, row, i)) *
               whole_at(element, which + 1, i, column);
    return sum;
}

double expected_float(Element element, std::int64_t product, int repeats, std::uint64_t passes) {
    return passes % 2 == 0 ? 0 : std::ldexp(static_cast<double>(product * repeats), 2 * exponent_of(element));
}

std::int32_t expected_integer(std::int64_t product, int repeats, std::uint64_t passes) {
    const std::uint64_t sum =
        static_cast<std::uint64_t>(product) * static_cast<std::uint64_t>(repeats) * passes;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
}

Cell warpgroup_cell(unsigned thread, int index) {
    const unsigned warp = thread / 32, lane = thread % 32;
    const auto i = static_cast<unsigned>(index);
    return {16 * warp + lane / 4 + i / 2 % 2 * 8, i / 4 * 8 + lane % 4 * 2 + i % 2};
}

namespace {

struct MatrixShape {
    Element element;
    int k, stages, per_thread;
};

/// Compares the accumulators of the first and the last group of 128 threads; `cell_of(thread, index)` says
/// which element of D is where.
template <typename CellOf>
std::string check_groups(const Evidence& evidence, const MatrixShape& shape, const CellOf& cell_of) {
    constexpr unsigned group = 128;
    const std::size_t all = static_cast<std::size_t>(evidence.blocks) * evidence.threads;
    const auto per_thread = static_cast<std::size_t>(shape.per_thread);
    for (const std::size_t first : {std::size_t{0}, all - group})
        for (unsigned thread = 0; thread < group; ++thread)
            for (int i = 0; i < shape.per_thread; ++i) {
                const Cell cell = cell_of(thread, i);
                std::int64_t product = 0;
                for (int stage = 0; stage < shape.stages && !evidence.zeros; ++stage)
                    product += product_at(shape.element, shape.k, 2 * static_cast<unsigned>(stage), cell.row,
                                          cell.column);
                const std::byte* at =
                    evidence.result + ((first + thread) * per_thread + static_cast<std::size_t>(i)) * 4;
                double found = 0, expected = 0;
                if (shape.element == Element::i8) {
                    std::int32_t value = 0;
                    std::memcpy(&value, at, sizeof value);
                    found = value;
                    expected = expected_integer(product, 1, evidence.passes);
                } else {
                    float value = 0;
                    std::memcpy(&value, at, sizeof value);
                    found = static_cast<double>(value);
                    expected = expected_float(shape.element, product, 1, evidence.passes);
                }
                if (found != expected)
                    return fmt::format("thread {}, number {} (row {}, column {}): {} instead of {}",
                                       first + thread, i, cell.row, cell.column, found, expected);
            }
    return {};
}

}  // namespace

std::string check_warpgroup(const Evidence& evidence, Element element, int k, int stages) {
    return check_groups(evidence, {element, k, stages, 128}, warpgroup_cell);
}

std::string check_tensor_memory(const Evidence& evidence, Element element, int k, int stages) {
    return check_groups(evidence, {element, k, stages, 256}, [](unsigned thread, int index) {
        return Cell{thread, static_cast<unsigned>(index)};
    });
}

std::string check_fragments(const Evidence& evidence, const FragmentShape& shape) {
    const std::size_t size = shape.element == Element::f64 ? 8 : 4;
    const std::size_t all = static_cast<std::size_t>(evidence.blocks) * evidence.threads;
    const auto per_thread =
        static_cast<std::size_t>(shape.chains) * static_cast<std::size_t>(shape.registers);
    for (const std::size_t warp : {std::size_t{0}, all / 32 - 1})
        for (unsigned lane = 0; lane < 32; ++lane)
            for (std::size_t i = 0; i < per_thread; ++i) {
                const auto chain = static_cast<unsigned>(i / static_cast<std::size_t>(shape.registers));
                const Cell cell =
                    d_cell(lane, static_cast<int>(i % static_cast<std::size_t>(shape.registers)));
                const std::int64_t product =
                    evidence.zeros ? 0 : product_at(shape.element, shape.k, 2 * chain, cell.row, cell.column);
                const std::byte* at = evidence.result + ((warp * 32 + lane) * per_thread + i) * size;
                double found = 0, expected = 0;
                if (shape.element == Element::i8) {
                    std::int32_t value = 0;
                    std::memcpy(&value, at, size);
                    found = value;
                    expected = expected_integer(product, mma_repeats(shape.element), evidence.passes);
                } else {
                    float value = 0;
                    if (size == 8)
                        std::memcpy(&found, at, size);
                    else
                        std::memcpy(&value, at, size), found = static_cast<double>(value);
                    expected =
                        expected_float(shape.element, product, mma_repeats(shape.element), evidence.passes);
                }
                if (found != expected)
                    return fmt::format("warp {}, lane {}, accumulator {}: {} instead of {}", warp, lane, i,
                                       found, expected);
            }
    return {};
}

}  // namespace mansard::kernels::cuda
