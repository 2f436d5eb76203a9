#include "kernels/system/cpuinfo.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>

namespace mansard::kernels {
namespace {

using Fields = std::map<std::string, std::string, std::less<>>;

/// "model name : AMD EPYC", by key; the first processor's.
Fields first_processor(const std::filesystem::path& root) {
    Fields fields;
    std::ifstream stream(root / "proc/cpuinfo");
    for (std::string line; std::getline(stream, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        const std::size_t end = line.find_last_not_of(" \t", colon == 0 ? 0 : colon - 1);
        const std::size_t value = line.find_first_not_of(" \t", colon + 1);
        fields.try_emplace(line.substr(0, end + 1), value == std::string::npos ? "" : line.substr(value));
    }
    return fields;
}

std::string text(const Fields& fields, std::string_view key) {
    const auto found = fields.find(key);
    return found == fields.end() ? "" : found->second;
}

int number(const Fields& fields, std::string_view key) {
    return static_cast<int>(std::strtol(text(fields, key).c_str(), nullptr, 0));
}

bool lists(const std::string& words, std::string_view word) {
    return (" " + words + " ").find(fmt::format(" {} ", word)) != std::string::npos;
}

struct Part {
    int number;
    std::string_view name;
};
/// Arm's part numbers (MIDR_EL1, PartNum) from the cores' technical reference manuals: the kernel has no
/// names.
constexpr std::array arm_parts{Part{0xd0c, "Arm Neoverse N1"}, Part{0xd40, "Arm Neoverse V1"},
                               Part{0xd49, "Arm Neoverse N2"}, Part{0xd4f, "Arm Neoverse V2"},
                               Part{0xd84, "Arm Neoverse V3"}, Part{0xd8e, "Arm Neoverse N3"}};
constexpr int arm_implementer = 0x41;

std::string arm_name(int implementer, int part) {
    if (implementer == arm_implementer)
        for (const Part& known : arm_parts)
            if (known.number == part) return std::string(known.name);
    return fmt::format("AArch64 implementer {:#04x} part {:#05x}", implementer, part);
}

}  // namespace

void read_cpuinfo(Machine& machine, const std::filesystem::path& root) {
    const Fields fields = first_processor(root);
    if (fields.contains("CPU implementer")) {
        const int implementer = number(fields, "CPU implementer");
        machine.cpu_vendor = implementer == arm_implementer ? "ARM" : fmt::format("{:#04x}", implementer);
        machine.cpu_family = number(fields, "CPU architecture");
        machine.cpu_model_number = number(fields, "CPU part");
        machine.cpu_stepping = number(fields, "CPU revision");
        machine.cpu_model = arm_name(implementer, machine.cpu_model_number);
        return;
    }
    machine.cpu_vendor = text(fields, "vendor_id");
    machine.cpu_model = text(fields, "model name");
    machine.microcode = text(fields, "microcode");
    machine.cpu_family = number(fields, "cpu family");
    machine.cpu_model_number = number(fields, "model");
    machine.cpu_stepping = number(fields, "stepping");
    machine.virtualized = lists(text(fields, "flags"), "hypervisor");
}

std::vector<Isa> listed_isas(const std::filesystem::path& root) {
    const Fields fields = first_processor(root);
    const std::string words = text(fields, "flags") + " " + text(fields, "Features");
    struct Row {
        Isa isa;
        std::vector<std::string_view> needs;
    };
    const std::vector<Row> rows{
        {Isa::sse2, {"sse2"}},        {Isa::avx, {"avx"}},
        {Isa::avx2, {"avx2", "fma"}}, {Isa::avx512, {"avx512f", "avx512vl", "avx512dq", "avx512bw"}},
        {Isa::neon, {"asimd"}},       {Isa::sve, {"sve"}}};
    std::vector<Isa> isas{Isa::scalar};
    for (const Row& row : rows) {
        bool all = true;
        for (const std::string_view word : row.needs) all = all && lists(words, word);
        if (all) isas.push_back(row.isa);
    }
    return isas;
}

}  // namespace mansard::kernels
