// What objdump prints, as data. Knows the format of its listings and nothing of any instruction set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::codegen {

struct Instruction {
    std::uint64_t address = 0;
    std::string mnemonic;                 ///< without prefixes ("rep", "cs", …) that stand before it
    std::vector<std::string> operands{};  ///< in the order printed
    std::optional<std::uint64_t>
        target{};              ///< address in the same section that an operand names as "50 <f+0x50>"
    std::string relocation{};  ///< symbol that the linker will fill in; empty: none
    std::string text{};        ///< as printed, without comment
};

struct Function {
    std::string section;
    std::string name;  ///< as the linker sees it: mangled
    std::uint64_t address = 0;
    std::vector<Instruction> body{};
};

struct Section {
    std::string name;
    std::string flags;  ///< "CONTENTS, ALLOC, LOAD, READONLY, CODE"
};

struct Symbol {
    std::string section;  ///< "*UND*" where another object defines it
    std::string name;
    std::uint64_t value = 0;
    char binding = ' ';  ///< 'l' local, 'g' global, 'u' unique
    bool weak = false;
};

struct Relocation {
    std::string section;  ///< that is filled in
    std::uint64_t offset = 0;
    std::string symbol;
    std::int64_t addend = 0;
};

/// Functions of `objdump -dr --no-show-raw-insn`.
std::vector<Function> parse_functions(std::string_view listing);
/// The parts of `objdump -htr`.
std::vector<Section> parse_sections(std::string_view listing);
std::vector<Symbol> parse_symbols(std::string_view listing);
std::vector<Relocation> parse_relocations(std::string_view listing);

/// "mansard::kernels::avx2::fma_kernels"; a name that is not mangled comes back as it is.
std::string demangled(const std::string& name);

}  // namespace mansard::codegen
