#include "tests/cuda/cubin.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace mansard::cuda_code {
namespace {

template <typename T>
T read_at(const std::string& data, std::size_t at) {
    if (at + sizeof(T) > data.size()) throw std::runtime_error("the cubin is cut short");
    T value;
    std::memcpy(&value, data.data() + at, sizeof value);
    return value;
}

constexpr unsigned local_load = 0x183, local_store = 0x187, branch = 0x147;

/// Arithmetic that would add to a kernel's FLOP, by what it is for.
constexpr std::array<unsigned, 17> arithmetic{0x020, 0x021, 0x023, 0x028, 0x029, 0x02b, 0x030, 0x031, 0x032,
                                              0x035, 0x037, 0x03c, 0x03f, 0x07a, 0x1f0, 0x1f1, 0x1f3};

/// Instructions from the branch to its target; both are counted in whole instructions.
std::int64_t distance(const Instruction& instruction, int architecture) {
    const std::uint64_t high = (instruction.high & 0x3ffff) << 30 | instruction.low >> 34;  // 48 bits
    const auto whole = static_cast<std::int64_t>(high << 16) >> 16;
    // sm_90 put the low eight bits elsewhere. The unit is four bytes.
    const std::int64_t units =
        architecture < 90 ? whole : whole * 256 + static_cast<std::int64_t>(instruction.low >> 16 & 0xff);
    return units / 4;
}

}  // namespace

unsigned Instruction::access_bytes() const {
    static constexpr std::array<unsigned, 8> widths{1, 1, 2, 2, 4, 8, 16, 0};
    return widths[high >> 9 & 7];
}

std::map<std::string, Kernel> read_cubin(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string data{std::istreambuf_iterator<char>(in), {}};
    if (data.substr(0, 4) !=
        "\x7f"
        "ELF")
        throw std::runtime_error(path + " is no cubin");
    constexpr std::size_t section_bytes = 64;
    const auto sections = read_at<std::uint64_t>(data, 40);
    const auto count = read_at<std::uint16_t>(data, 60), names = read_at<std::uint16_t>(data, 62);
    const auto section = [&](std::size_t i) { return sections + i * section_bytes; };
    const auto name_base = read_at<std::uint64_t>(data, section(names) + 24);
    std::map<std::string, Kernel> kernels;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t name_at = name_base + read_at<std::uint32_t>(data, section(i));
        if (name_at >= data.size()) throw std::runtime_error("the cubin is cut short");
        const std::string name = data.c_str() + name_at;
        if (!name.starts_with(".text.")) continue;
        Kernel kernel{.name = name.substr(6)};
        const auto start = read_at<std::uint64_t>(data, section(i) + 24);
        const auto size = read_at<std::uint64_t>(data, section(i) + 32);
        for (std::uint64_t at = start; at + 16 <= start + size; at += 16)
            kernel.code.push_back({read_at<std::uint64_t>(data, at), read_at<std::uint64_t>(data, at + 8)});
        kernels.emplace(kernel.name, std::move(kernel));
    }
    return kernels;
}

std::vector<Loop> loops_of(const Kernel& kernel, int architecture) {
    std::vector<Loop> loops;
    for (std::size_t i = 0; i < kernel.code.size(); ++i) {
        if (kernel.code[i].operation() != branch) continue;
        const std::int64_t target = static_cast<std::int64_t>(i) + 1 + distance(kernel.code[i], architecture);
        // A branch to itself ends each kernel.
        if (target >= 0 && target < static_cast<std::int64_t>(i))
            loops.push_back({static_cast<std::size_t>(target), i});
    }
    return loops;
}

std::vector<Loop> innermost_loops(const Kernel& kernel, int architecture) {
    const std::vector<Loop> loops = loops_of(kernel, architecture);
    std::vector<Loop> inner;
    for (const Loop& loop : loops)
        if (std::none_of(loops.begin(), loops.end(), [&](const Loop& other) {
                return (other.first > loop.first || other.last < loop.last) && other.first >= loop.first &&
                       other.last <= loop.last;
            }))
            inner.push_back(loop);
    return inner;
}

const std::vector<unsigned>& operations_of(const std::string& mnemonic) {
    static const std::map<std::string, std::vector<unsigned>> table{{"FMUL", {0x020}},
                                                                    {"FADD", {0x021}},
                                                                    {"FFMA", {0x023}},
                                                                    {"DMUL", {0x028}},
                                                                    {"DADD", {0x029}},
                                                                    {"DFMA", {0x02b}},
                                                                    {"HADD2", {0x030, 0x031, 0x035}},
                                                                    {"HFMA2", {0x031, 0x035}},
                                                                    {"HMUL2", {0x032, 0x031, 0x035}},
                                                                    {"IMAD", {0x024}},
                                                                    {"IADD3", {0x010, 0x024, 0x035}},
                                                                    {"LDG", {0x181}},
                                                                    {"STG", {0x186}},
                                                                    {"LDS", {0x184}},
                                                                    {"LDGSTS", {0x1ae}},
                                                                    {"UBLKCP", {0x1ba}},
                                                                    {"HMMA", {0x03c}},
                                                                    {"IMMA", {0x037}},
                                                                    {"DMMA", {0x03f}},
                                                                    {"QMMA", {0x07a}},
                                                                    {"HGMMA", {0x1f0}},
                                                                    {"IGMMA", {0x1f1}},
                                                                    {"QGMMA", {0x1f3}},
                                                                    {"UTCHMMA", {0x1ea}},
                                                                    {"UTCQMMA", {0x1ea}},
                                                                    {"UTCIMMA", {0x1ea}},
                                                                    {"LDC", {0x182}},
                                                                    {"CALL", {0x144}},
                                                                    {"MUFU", {0x108}},
                                                                    {"EXIT", {0x14d}}};
    return table.at(mnemonic.substr(0, mnemonic.find('.')));
}

namespace {

bool is_of(const Instruction& instruction, const std::string& mnemonic) {
    const auto& operations = operations_of(mnemonic);
    if (std::find(operations.begin(), operations.end(), instruction.operation()) == operations.end())
        return false;
    // One operation for all kinds of tcgen05.mma: the kind stands beside it.
    if (mnemonic == "UTCHMMA") return (instruction.high >> 8 & 3) == 0;
    if (mnemonic == "UTCIMMA") return (instruction.high >> 8 & 3) == 1;
    if (mnemonic == "UTCQMMA") return (instruction.high >> 8 & 3) == 3;
    if (mnemonic.ends_with(".128")) return instruction.access_bytes() == 16;
    if (mnemonic.ends_with(".64")) return instruction.access_bytes() == 8;
    return true;
}

}  // namespace

int count_of(const Kernel& kernel, const Loop& loop, const std::string& mnemonic) {
    int count = 0;
    for (std::size_t i = loop.first; i <= loop.last; ++i) count += is_of(kernel.code[i], mnemonic);
    return count;
}

int foreign_arithmetic(const Kernel& kernel, const Loop& loop, const std::string& mnemonic,
                       int architecture) {
    int count = 0;
    for (std::size_t i = loop.first; i <= loop.last; ++i)
        // HFMA2.MMA ended with sm_90; later chips add integers of 64 bits by its number.
        count +=
            (architecture < 100 || kernel.code[i].operation() != 0x035) &&
            std::find(arithmetic.begin(), arithmetic.end(), kernel.code[i].operation()) != arithmetic.end() &&
            !is_of(kernel.code[i], mnemonic);
    return count;
}

int local_accesses(const Kernel& kernel) {
    return static_cast<int>(
        std::count_if(kernel.code.begin(), kernel.code.end(), [](const Instruction& instruction) {
            return instruction.operation() == local_load || instruction.operation() == local_store;
        }));
}

}  // namespace mansard::cuda_code
