// The parser, on listings as objdump prints them.
#include "tests/codegen/disassembly.hpp"

#include <gtest/gtest.h>

namespace mansard::codegen {
namespace {

using Operands = std::vector<std::string>;

constexpr auto functions = R"(
fma.cpp.o:     file format elf64-x86-64


Disassembly of section .text:

0000000000000000 <_Z1fv>:
   0:	vbroadcastsd 0x0(%rip),%ymm2        # 9 <_Z1fv+0x9>
			5: R_X86_64_PC32	.LC1-0x4
   9:	mov    0x10(%rdi),%rax
   d:	cs nopw 0x0(%rax,%rax,1)
  17:	vfmadd231pd %ymm0,%ymm1,%ymm11
  1c:	jne    17 <_Z1fv+0x17>
  1e:	call   23 <_Z1fv+0x23>
			1f: R_X86_64_PLT32	_Z1gv-0x4
  23:	ret

Disassembly of section .text.unlikely:

0000000000000000 <_Z1fv.cold>:
   0:	vmovapd 0x20(%r8,%rax,1),%ymm1
	...
)";

TEST(Functions, HaveSectionNameAndAddress) {
    const auto parsed = parse_functions(functions);
    ASSERT_EQ(parsed.size(), 2U);
    EXPECT_EQ(parsed[0].section, ".text");
    EXPECT_EQ(parsed[0].name, "_Z1fv");
    EXPECT_EQ(parsed[0].body.size(), 7U);
    EXPECT_EQ(parsed[1].section, ".text.unlikely");
    EXPECT_EQ(parsed[1].body.size(), 1U);
}

TEST(Instructions, HaveMnemonicAndOperands) {
    const auto body = parse_functions(functions)[0].body;
    EXPECT_EQ(body[0].mnemonic, "vbroadcastsd");
    EXPECT_EQ(body[0].operands, (Operands{"0x0(%rip)", "%ymm2"}));
    EXPECT_EQ(body[0].relocation, ".LC1");
    EXPECT_EQ(body[3].address, 0x17U);
    EXPECT_EQ(body[3].operands, (Operands{"%ymm0", "%ymm1", "%ymm11"}));
    EXPECT_EQ(body[3].text, "vfmadd231pd %ymm0,%ymm1,%ymm11");
    EXPECT_EQ(body[6].mnemonic, "ret");
    EXPECT_TRUE(body[6].operands.empty());
}

TEST(Instructions, PrefixesAreNotTheMnemonic) {
    EXPECT_EQ(parse_functions(functions)[0].body[2].mnemonic, "nopw");
}

TEST(Instructions, CommasInAnAddressSplitNothing) {
    EXPECT_EQ(parse_functions(functions)[1].body[0].operands, (Operands{"0x20(%r8,%rax,1)", "%ymm1"}));
}

TEST(Instructions, JumpsHaveATarget) {
    const auto body = parse_functions(functions)[0].body;
    EXPECT_EQ(body[4].target, 0x17U);
    EXPECT_TRUE(body[4].relocation.empty());
    EXPECT_EQ(body[5].relocation, "_Z1gv");
    EXPECT_FALSE(body[3].target);
    // The comment of a load names a place too; it is no operand.
    EXPECT_FALSE(body[0].target);
}

TEST(Instructions, OfAarch64AreReadToo) {
    const auto body = parse_functions(R"(
Disassembly of section .text:

0000000000000000 <f>:
   0:	ldr	q0, [x1, #16]
   4:	fmla	v3.2d, v1.2d, v0.2d
   8:	subs	x0, x0, #0x1
   c:	tbz	w0, #3, 4 <f+0x4>
  10:	b.ne	4 <f+0x4>  // b.any
)")[0]
                          .body;
    EXPECT_EQ(body[0].operands, (Operands{"q0", "[x1, #16]"}));
    EXPECT_EQ(body[2].operands, (Operands{"x0", "x0", "#0x1"}));
    EXPECT_EQ(body[3].target, 4U);
    EXPECT_EQ(body[4].mnemonic, "b.ne");
    EXPECT_EQ(body[4].target, 4U);
}

constexpr auto parts = R"(
Sections:
Idx Name          Size      VMA               LMA               File off  Algn
  0 .text         000008e1  0000000000000000  0000000000000000  00000040  2**4
                  CONTENTS, ALLOC, LOAD, RELOC, READONLY, CODE
  1 .text._Z1gv   00000010  0000000000000000  0000000000000000  00000940  2**5
                  CONTENTS, ALLOC, LOAD, READONLY, CODE, LINK_ONCE_DISCARD
SYMBOL TABLE:
0000000000000000 l    df *ABS*	0000000000000000 fma.cpp
0000000000000110 l     F .text	0000000000000123 _ZN1aL1fEv
0000000000000000  w    F .text._Z1gv	0000000000000010 _Z1gv
0000000000000000 u     O .bss	0000000000000008 _ZN1b1xE
0000000000000000         *UND*	0000000000000000 _Z1hv
0000000000000000 g     O .data.rel.ro.local	0000000000000010 .hidden _ZN1a5tableE


RELOCATION RECORDS FOR [.data.rel.ro.local]:
OFFSET           TYPE              VALUE
0000000000000000 R_X86_64_64       .data.rel.ro.local+0x0000000000000020
00000000000000a8 R_X86_64_64       .text
00000000000000b0 R_X86_64_PC32     _Z1hv-0x0000000000000004
)";

TEST(Parts, Sections) {
    const auto sections = parse_sections(parts);
    ASSERT_EQ(sections.size(), 2U);
    EXPECT_EQ(sections[1].name, ".text._Z1gv");
    EXPECT_EQ(sections[1].flags, "CONTENTS, ALLOC, LOAD, READONLY, CODE, LINK_ONCE_DISCARD");
}

TEST(Parts, Symbols) {
    const auto symbols = parse_symbols(parts);
    ASSERT_EQ(symbols.size(), 6U);
    EXPECT_EQ(symbols[1].value, 0x110U);
    EXPECT_EQ(symbols[1].binding, 'l');
    EXPECT_FALSE(symbols[1].weak);
    EXPECT_TRUE(symbols[2].weak);
    EXPECT_EQ(symbols[3].binding, 'u');
    EXPECT_EQ(symbols[4].section, "*UND*");
    EXPECT_EQ(symbols[5].name, "_ZN1a5tableE");
    EXPECT_EQ(symbols[5].section, ".data.rel.ro.local");
}

TEST(Parts, Relocations) {
    const auto relocations = parse_relocations(parts);
    ASSERT_EQ(relocations.size(), 3U);
    EXPECT_EQ(relocations[0].section, ".data.rel.ro.local");
    EXPECT_EQ(relocations[0].addend, 0x20);
    EXPECT_EQ(relocations[1].offset, 0xa8U);
    EXPECT_EQ(relocations[1].symbol, ".text");
    EXPECT_EQ(relocations[1].addend, 0);
    EXPECT_EQ(relocations[2].symbol, "_Z1hv");
    EXPECT_EQ(relocations[2].addend, -4);
}

TEST(Names, AreDemangled) {
    EXPECT_EQ(demangled("_ZN1a5tableE"), "a::table");
    EXPECT_EQ(demangled("main"), "main");
}

}  // namespace
}  // namespace mansard::codegen
