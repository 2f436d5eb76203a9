// x86-64 in AT&T's notation: the destination is the last operand.
#include <algorithm>
#include <regex>

#include "tests/codegen/dialect.hpp"

namespace mansard::codegen {
namespace {

/// The widest register that an operand names outside of its address: 64, 32, 16 (vector), 8, 4 (general), 0.
int named_bytes(const std::string& operand) {
    if (operand.find('(') != std::string::npos) return 0;
    if (operand.starts_with("%zmm")) return 64;
    if (operand.starts_with("%ymm")) return 32;
    if (operand.starts_with("%xmm")) return 16;
    static const std::regex whole("%r([a-z]{2}|8|9|1[0-5])");
    if (std::regex_match(operand, whole)) return 8;
    return operand.starts_with("%") ? 4 : 0;
}

/// Bytes of one number that a floating-point mnemonic works on, and whether on one lane only.
struct FloatForm {
    int bytes = 0;
    bool single = false;
    bool fused = false;
};

/// Nothing where the mnemonic is no floating-point arithmetic.
std::optional<FloatForm> float_form(const std::string& mnemonic) {
    static const std::regex form(
        "v?(add|sub|mul|div|sqrt|min|max|hadd|hsub|addsub|dp|rcp|rsqrt|rcp14|rsqrt14|round|rndscale|"
        "fn?m(?:add|sub|addsub|subadd)(?:132|213|231)?)([ps])([sdh])");
    std::smatch match;
    if (!std::regex_match(mnemonic, match, form)) return std::nullopt;
    const std::string type = match[3];
    const std::string operation = match[1];
    return FloatForm{.bytes = type == "d"   ? 8
                              : type == "s" ? 4
                                            : 2,
                     .single = match[2] == "s",
                     .fused = operation.starts_with('f')};
}

/// Bytes that an operand in memory stands for: those of the register beside it, or of one lane.
int memory_bytes(const Instruction& instruction) {
    static const std::regex lane("v?[a-z0-9]+s([sd])");
    std::smatch match;
    int bytes = 0;
    for (const std::string& operand : instruction.operands) bytes = std::max(bytes, named_bytes(operand));
    if (bytes >= 16 && std::regex_match(instruction.mnemonic, match, lane)) return match[1] == "d" ? 8 : 4;
    if (bytes > 0) return bytes;
    // Without a register the suffix tells: movq $0,(%rax).
    const char last = instruction.mnemonic.back();
    return last == 'q' ? 8 : last == 'l' ? 4 : last == 'w' ? 2 : 1;
}

class X86 final : public Dialect {
  public:
    Effect effect_of(const Instruction& instruction) const override {
        const std::string& mnemonic = instruction.mnemonic;
        Effect effect{.flow = flow_of(instruction)};
        for (const std::string& operand : instruction.operands)
            if (const int bytes = named_bytes(operand); bytes >= 16)
                effect.vector_bytes = std::max(effect.vector_bytes, bytes);
        // Dot products: pairs of bf16 into f32 lanes, and whole tiles of them.
        if (mnemonic == "vdpbf16ps") effect.flops = effect.vector_bytes / 4 * 2 * 2;
        if (mnemonic == "tdpbf16ps") effect.flops = 16 * 16 * 32 * 2;
        if (const auto form = float_form(mnemonic))
            effect.flops = (form->single ? 1 : effect.vector_bytes / form->bytes) * (form->fused ? 2 : 1);
        effect.x87 = mnemonic.starts_with('f');
        add_memory(instruction, effect);
        return effect;
    }

    bool has_frame_pointer(const Function& function) const override {
        return std::ranges::any_of(function.body, [](const Instruction& instruction) {
            return instruction.mnemonic == "mov" &&
                   instruction.operands == std::vector<std::string>{"%rsp", "%rbp"};
        });
    }

    bool checks_load(const Instruction&) const override { return false; }

    int register_bytes(Isa row) const override {
        switch (row) {
            case Isa::avx512:
            case Isa::avx512_vnni:
            case Isa::avx512_bf16:
            case Isa::avx512_fp16:
                return 64;
            case Isa::avx:
            case Isa::avx2:
            case Isa::avx_vnni:
                return 32;
            default:
                return 16;
        }
    }

    std::string foreign_to(Isa row, const Instruction& instruction) const override {
        const std::string& mnemonic = instruction.mnemonic;
        for (const std::string& operand : instruction.operands)
            if (const int bytes = named_bytes(operand); bytes >= 16 && bytes > register_bytes(row))
                return "a register of " + std::to_string(bytes) + " bytes";
        if (register_bytes(row) == 64) return {};
        // Registers 16 to 31 and masks exist in AVX-512 only, at every width.
        static const std::regex evex("%[xy]mm(1[6-9]|2[0-9]|3[01])\\b|%k[0-7]\\b");
        if (std::regex_search(instruction.text, evex)) return "AVX-512 registers";
        if (row == Isa::avx2 || row == Isa::avx_vnni) return {};
        if (row == Isa::scalar || row == Isa::sse2 || row == Isa::amx)
            return mnemonic.starts_with('v') ? "an AVX encoding" : std::string();
        static const std::regex fused("vfn?m(add|sub).*");
        if (std::regex_match(mnemonic, fused)) return "fused multiply-add";
        static const std::regex integer("vp(?!test|ermil|erm2f).*");
        if (std::regex_match(mnemonic, integer) && instruction.text.find("%ymm") != std::string::npos)
            return "AVX2's integers";
        return {};
    }

  private:
    static Effect::Flow flow_of(const Instruction& instruction) {
        const std::string& mnemonic = instruction.mnemonic;
        if (mnemonic.starts_with("call") || mnemonic == "syscall") return Effect::Flow::away;
        if (!mnemonic.starts_with('j') && !mnemonic.starts_with("loop")) return Effect::Flow::next;
        return instruction.target && instruction.relocation.empty() ? Effect::Flow::jump : Effect::Flow::away;
    }

    static void add_memory(const Instruction& instruction, Effect& effect) {
        const std::string& mnemonic = instruction.mnemonic;
        if (mnemonic.starts_with("push") || mnemonic.starts_with("pop")) {
            (mnemonic.starts_with("push") ? effect.stores : effect.loads) = 8;
            effect.stack = true;
        }
        if (mnemonic.starts_with("lea") || mnemonic.starts_with("nop") || mnemonic.starts_with("prefetch"))
            return;
        for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
            const std::string& operand = instruction.operands[i];
            if (operand.find('(') == std::string::npos || operand.starts_with("%st(")) continue;
            effect.stack |= operand.find("(%rsp") != std::string::npos;
            effect.frame |= operand.find("(%rbp") != std::string::npos;
            const bool last = i + 1 == instruction.operands.size();
            const bool moves = mnemonic.starts_with("mov") || mnemonic.starts_with("vmov");
            const bool compares = mnemonic.starts_with("cmp") || mnemonic.starts_with("test");
            const bool writes = last && instruction.operands.size() > 1 && !compares;
            if (writes) effect.stores += memory_bytes(instruction);
            if (!writes || !moves) effect.loads += memory_bytes(instruction);
        }
    }
};

}  // namespace

const Dialect& x86() {
    static const X86 dialect;
    return dialect;
}

}  // namespace mansard::codegen
