// What the tests read from encodings against NVIDIA's own disassembler, where it is installed: how often each
// kernel's mnemonic stands in its machine code.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "kernels/cuda/images.hpp"
#include "kernels/kernel.hpp"
#include "tests/cuda/cubin.hpp"
#include "tests/tree/tree.hpp"

namespace mansard::kernels::cuda {
namespace {

/// A copy of a cubin of CUDA 13 with the header of CUDA 11, which older disassemblers read.
void write_old_header(const std::string& from, const std::filesystem::path& to, unsigned architecture) {
    std::string data = tree::content(from);
    ASSERT_GT(data.size(), 52U);
    data[7] = 0x33, data[8] = 7;
    const unsigned flags = architecture | architecture << 16 | 0x500;
    for (std::size_t i = 0; i < 4; ++i) data[48 + i] = static_cast<char>(flags >> (8 * i) & 0xff);
    std::ofstream(to, std::ios::binary) << data;
}

/// Mnemonics of each kernel in order, "LDG.E.128.CONSTANT"; empty where the disassembler does not take the
/// file.
std::map<std::string, std::vector<std::string>> disassembled(const std::string& path) {
    const tree::Outcome outcome = tree::run(fmt::format("'{}' -c '{}'", MANSARD_NVDISASM, path));
    std::map<std::string, std::vector<std::string>> kernels;
    if (outcome.status != 0) return kernels;
    std::vector<std::string>* current = nullptr;
    std::istringstream lines(outcome.output);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(".text.") && line.ends_with(":"))
            current = &kernels[line.substr(6, line.size() - 7)];
        const std::size_t address_end = line.find("*/");
        if (current == nullptr || line.find("/*") == std::string::npos || address_end == std::string::npos)
            continue;
        std::istringstream words(line.substr(address_end + 2));
        std::string word;
        words >> word;
        if (word.starts_with("@")) words >> word;  // the predicate
        if (word.ends_with(";")) word.pop_back();
        current->push_back(word);
    }
    return kernels;
}

bool is_meant(const std::string& word, const std::string& mnemonic) {
    const std::size_t dot = mnemonic.find('.');
    const std::string operation = mnemonic.substr(0, dot);
    if (word != operation && !word.starts_with(operation + ".")) return false;
    if (mnemonic.ends_with(".128")) return word.find(".128") != std::string::npos;
    if (mnemonic.ends_with(".64")) return word.find(".64") != std::string::npos;
    return true;
}

TEST(CudaDisassembler, CountsAsTheEncodingsDo) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    if (std::string_view(MANSARD_NVDISASM).ends_with("NOTFOUND")) GTEST_SKIP() << "there is no nvdisasm";
    const tree::Scratch scratch;
    std::ifstream in(MANSARD_BINARY_DIR "/generated/cuda_cubins.txt");
    std::map<std::string, int> checked;
    for (std::string image, architecture, path; in >> image >> architecture >> path;) {
        const auto codes = cuda_code::read_cubin(path);
        if (codes.empty()) continue;  // a file of descriptors alone
        const int number = std::stoi(architecture);
        auto texts = disassembled(path);
        if (texts.empty() && number <= 90) {
            const auto old = scratch.path() / "old.cubin";
            write_old_header(path, old, static_cast<unsigned>(number));
            texts = disassembled(old.string());
        }
        // Old ones do not know what came after sm_90.
        if (number <= 90) {
            EXPECT_FALSE(texts.empty()) << path << " cannot be disassembled";
        }
        if (texts.empty()) continue;
        for (const KernelDesc* kernel : all_cuda_kernels()) {
            const std::string mnemonic(kernel->instruction);
            // Additions go by several operations, and what they are called depends on the chip; old
            // disassemblers have no name for FP8.
            static const std::set<std::string> several{"",      "IADD3", "IMAD", "HADD2",
                                                       "HMUL2", "QMMA",  "QGMMA"};
            if (kernel->gpu.image != image || several.contains(mnemonic)) continue;
            const std::string symbol(kernel->gpu.symbol);
            const auto& words = texts.at(symbol);
            const auto& code = codes.at(symbol);
            EXPECT_LE(words.size(), code.code.size())
                << symbol << ", sm_" << architecture;  // but for padding
            const auto count = std::count_if(words.begin(), words.end(), [&](const std::string& word) {
                return is_meant(word, mnemonic);
            });
            EXPECT_EQ(count, count_of(code, {0, code.code.size() - 1}, mnemonic))
                << mnemonic << " of " << symbol << ", sm_" << architecture;
            ++checked[mnemonic];
        }
    }
    for (const char* mnemonic :
         {"FFMA", "DFMA", "HFMA2", "LDG.E.128", "STG.E.128", "LDS.128", "LDC.64", "HMMA"})
        EXPECT_GT(checked[mnemonic], 0) << mnemonic;
}

}  // namespace
}  // namespace mansard::kernels::cuda
