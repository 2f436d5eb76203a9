// AArch64: the destination is the first operand, memory is [address], and only loads and stores reach it.
#include <algorithm>
#include <optional>
#include <regex>

#include "tests/codegen/dialect.hpp"

namespace mansard::codegen {
namespace {

struct Register {
    int bytes = 0;  ///< that an instruction reads or writes of it
    int lanes = 0;  ///< numbers; 0: not a vector register
};

/// q0, v0.2d, d0, s0, x0, w0.
std::optional<Register> register_of(const std::string& operand) {
    static const std::regex form("(?:([qdshbxw])[0-9]+|([xw])zr|v[0-9]+\\.([0-9]+)([bhsd]))");
    std::smatch match;
    if (!std::regex_match(operand, match, form)) return std::nullopt;
    const auto width = [](char letter) {
        switch (letter) {
            case 'q':
                return 16;
            case 'd':
            case 'x':
                return 8;
            case 's':
            case 'w':
                return 4;
            case 'h':
                return 2;
            default:
                return 1;
        }
    };
    if (match[3].matched) {
        const int lanes = std::stoi(match[3]);
        return Register{.bytes = lanes * width(match[4].str()[0]), .lanes = lanes};
    }
    const char letter = match[match[1].matched ? 1 : 2].str()[0];
    return Register{.bytes = width(letter), .lanes = letter == 'x' || letter == 'w' ? 0 : 1};
}

class Aarch64 final : public Dialect {
  public:
    Effect effect_of(const Instruction& instruction) const override {
        const std::string& mnemonic = instruction.mnemonic;
        Effect effect{.flow = flow_of(instruction)};
        int lanes = 0, moved = 0;
        bool pair = mnemonic.starts_with("ldp") || mnemonic.starts_with("stp") ||
                    mnemonic.starts_with("ldnp") || mnemonic.starts_with("stnp");
        for (const std::string& operand : instruction.operands) {
            if (operand.starts_with('[')) {
                effect.stack |= operand.starts_with("[sp");
                effect.frame |= operand.starts_with("[x29");
            }
            const auto named = register_of(operand);
            if (!named) continue;
            if (moved == 0) moved = named->bytes;
            lanes = std::max(lanes, named->lanes);
            // The scalar forms use one lane of a register of 16 bytes, as the scalar row says.
            if (named->lanes > 0) effect.vector_bytes = 16;
        }
        static const std::regex arithmetic(
            "f(n?madd|n?msub|mla|mls|add|sub|n?mul|mulx|div|sqrt|max|min|maxnm|minnm|addp|abd)");
        std::smatch match;
        if (std::regex_match(mnemonic, match, arithmetic)) {
            const bool fused = match[1].str().find("madd") != std::string::npos ||
                               match[1].str().find("msub") != std::string::npos ||
                               match[1].str().starts_with("ml");
            effect.flops = lanes * (fused ? 2 : 1);
        }
        if (mnemonic.starts_with("ldr") || mnemonic.starts_with("ldur") || (pair && mnemonic[0] == 'l'))
            effect.loads = moved * (pair ? 2 : 1);
        if (mnemonic.starts_with("str") || mnemonic.starts_with("stur") || (pair && mnemonic[0] == 's'))
            effect.stores = moved * (pair ? 2 : 1);
        return effect;
    }

    bool has_frame_pointer(const Function& function) const override {
        return std::ranges::any_of(function.body, [](const Instruction& instruction) {
            return instruction.mnemonic == "mov" &&
                   instruction.operands == std::vector<std::string>{"x29", "sp"};
        });
    }

    bool checks_load(const Instruction& instruction) const override { return instruction.mnemonic == "eor"; }

    int register_bytes(Isa) const override { return 16; }

    std::string foreign_to(Isa row, const Instruction& instruction) const override {
        // Registers that SVE alone has.
        static const std::regex scalable("\\bz[0-9]+\\b|\\bp[0-9]+(/|\\.)");
        if (row != Isa::sve && std::regex_search(instruction.text, scalable)) return "SVE registers";
        return {};
    }

  private:
    static Effect::Flow flow_of(const Instruction& instruction) {
        const std::string& mnemonic = instruction.mnemonic;
        if (mnemonic == "bl" || mnemonic == "blr" || mnemonic == "br" || mnemonic == "svc")
            return Effect::Flow::away;
        const bool jumps = mnemonic == "b" || mnemonic.starts_with("b.") || mnemonic.starts_with("cb") ||
                           mnemonic.starts_with("tb");
        if (!jumps || mnemonic == "tbl" || mnemonic == "tbx") return Effect::Flow::next;
        return instruction.target && instruction.relocation.empty() ? Effect::Flow::jump : Effect::Flow::away;
    }
};

}  // namespace

const Dialect& aarch64() {
    static const Aarch64 dialect;
    return dialect;
}

}  // namespace mansard::codegen
