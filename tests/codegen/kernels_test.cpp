// The machine code of every kernel of every row, also of rows that this machine cannot run.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/codegen/checks.hpp"
#include "tests/codegen/object.hpp"

namespace mansard::codegen {
namespace {

const std::filesystem::path list = MANSARD_BINARY_DIR "/generated/kernel_objects.txt";

std::set<std::string> rows() {
    std::set<std::string> names;
    for (const Object& object : read_objects(list)) names.insert(object.row);
    return names;
}

/// Each object file with its table: the registry has one for each, in the same order.
std::vector<std::pair<Object, const kernels::KernelTable*>> tables_of(const std::string& row) {
    const std::vector<Object> objects = read_objects(list);
    const auto tables = kernels::kernel_tables();
    std::vector<std::pair<Object, const kernels::KernelTable*>> found;
    for (std::size_t i = 0; i < objects.size() && i < tables.size(); ++i)
        if (objects[i].row == row) found.emplace_back(objects[i], tables[i]);
    return found;
}

TEST(Registry, NamesEveryFileOfEveryRow) {
    const std::vector<Object> objects = read_objects(list);
    std::set<std::string> families;
    for (const Object& object : objects) families.insert(object.family);
    EXPECT_EQ(kernels::kernel_tables().size(), objects.size());
    EXPECT_GE(objects.size(), 10 * 2U);
    EXPECT_GE(families.size(), 10U);
    EXPECT_GE(rows().size(), 2U);
}

/// Rows that add number types to another: they have few kernels.
bool is_extension(const std::string& row) {
    const auto isa = parse_name<Isa>(row);
    return isa && *isa >= Isa::sve;
}

/// Operations of one dot-product instruction, a multiplication and an addition for each pair.
double dot_operations(const kernels::KernelDesc& kernel, int bytes) {
    const int pairs = kernel.dtype == Dtype::i8 ? 4 : 2;
    return kernel.engine == Engine::matrix ? 2.0 * 16 * 16 * 16 * pairs : 2.0 * (bytes / 4) * pairs;
}

class Row : public testing::TestWithParam<std::string> {};

TEST_P(Row, EveryDescriptorIsOfItsFileAndRow) {
    for (const auto& [object, table] : tables_of(GetParam()))
        for (const kernels::KernelDesc& kernel : std::span(table->data, table->size)) {
            EXPECT_EQ(kernel.family, object.family);
            EXPECT_EQ(name_of(kernel.isa), object.row);
        }
}

TEST_P(Row, EveryHotLoopIsWhatItsDescriptorSays) {
    std::size_t checked = 0;
    for (const auto& [object, table] : tables_of(GetParam())) {
        const std::vector<Function> functions = run_functions(object, *table);
        for (std::size_t i = 0; i < table->size; ++i) {
            EXPECT_EQ(fmt::format("{}", fmt::join(faults_of(table->data[i], functions[i]), "\n")), "")
                << kernel_name(table->data[i]) << " in " << object.path;
            ++checked;
        }
    }
    EXPECT_GE(checked, is_extension(GetParam()) ? 2U : 10U);
}

TEST_P(Row, EveryKernelHasCodeOfItsOwn) {
    for (const auto& [object, table] : tables_of(GetParam())) {
        std::set<std::string> names;
        for (const Function& function : run_functions(object, *table)) names.insert(function.name);
        EXPECT_EQ(names.size(), table->size) << object.path;
    }
}

/// The declared work follows from the instructions, so that no number is right by accident alone.
TEST_P(Row, WorkIsInstructionsTimesLanes) {
    for (const auto& [object, table] : tables_of(GetParam()))
        for (const kernels::KernelDesc& kernel : std::span(table->data, table->size)) {
            const int bytes = native().register_bytes(kernel.isa);
            const bool scalar = kernel.engine == Engine::scalar;
            if (kernel.op == Op::dot) {
                EXPECT_EQ(kernel.work.flops + kernel.work.ops,
                          kernel.instructions_per_trip * dot_operations(kernel, bytes))
                    << kernel_name(kernel);
            } else if (kernel.measures == Kind::compute) {
                const int width = kernel.dtype == Dtype::f64 ? 8 : kernel.dtype == Dtype::f16 ? 2 : 4;
                const int lanes = scalar ? 1 : bytes / width;
                const bool fused = kernel.instruction.find("ma") != std::string_view::npos;
                // Additions and multiplications beside them count, but not those that feed square roots.
                const int beside = kernel.op == Op::sqrt ? 0 : kernel.other_instructions_per_trip;
                EXPECT_EQ(kernel.work.flops + kernel.work.ops,
                          lanes * (kernel.instructions_per_trip * (fused ? 2 : 1) + beside))
                    << kernel_name(kernel);
            } else if (kernel.measures == Kind::bandwidth) {
                const int width = scalar ? 8 : bytes;
                EXPECT_EQ(kernel.granule,
                          static_cast<std::size_t>(kernel.instructions_per_trip * width * kernel.phases))
                    << kernel_name(kernel);
            }
        }
}

TEST_P(Row, ObjectsExportTheirTableAndNothingElse) {
    for (const auto& [object, table] : tables_of(GetParam())) {
        const std::string text = objdump("-ht", object.path);
        const auto intrusions = intrusions_of(parse_sections(text), parse_symbols(text), object.table_name());
        EXPECT_EQ(fmt::format("{}", fmt::join(intrusions, "\n")), "") << object.path;
    }
}

TEST_P(Row, ObjectsHoldNoInstructionOfAnotherRow) {
    const Isa isa = *parse_name<Isa>(GetParam());
    for (const auto& [object, table] : tables_of(GetParam())) {
        const auto functions = parse_functions(objdump("-dr --no-show-raw-insn", object.path));
        EXPECT_EQ(functions.empty(), table->size == 0) << object.path;
        for (const Function& function : functions)
            for (const Instruction& instruction : function.body)
                EXPECT_EQ(native().foreign_to(isa, instruction), "")
                    << instruction.text << " in " << demangled(function.name) << " of " << object.path;
    }
}

INSTANTIATE_TEST_SUITE_P(Codegen, Row, testing::ValuesIn(rows()), [](const auto& row) { return row.param; });

}  // namespace
}  // namespace mansard::codegen
