// The checks can fail: kernels that are wrong on purpose are compiled like any other, and each is reported.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "tests/codegen/checks.hpp"
#include "tests/codegen/object.hpp"

namespace mansard::kernels::MANSARD_WRONG_ROW {
extern const KernelTable wrong_kernels;
}

namespace mansard::codegen {
namespace {

const kernels::KernelTable& table = kernels::MANSARD_WRONG_ROW::wrong_kernels;

Object object_named(const std::string& family) {
    for (const Object& object : read_objects(MANSARD_BINARY_DIR "/generated/wrong_objects.txt"))
        if (object.family == family) return object;
    ADD_FAILURE() << "no object " << family;
    return {};
}

/// What the checks report about the wrong kernel of this name, one line each.
std::string reported(std::string_view family) {
    const std::vector<Function> functions = run_functions(object_named("wrong"), table);
    for (std::size_t i = 0; i < table.size; ++i)
        if (table.data[i].family == family)
            return fmt::format("{}", fmt::join(faults_of(table.data[i], functions[i]), "\n"));
    return "no such kernel";
}

void expect_reported(std::string_view family, const std::string& part) {
    const std::string faults = reported(family);
    EXPECT_NE(faults.find(part), std::string::npos) << family << ": " << faults;
}

TEST(WrongKernel, OneInstructionTooFewIsReported) {
    expect_reported("missing", fmt::format("11 × {} instead of 12", table.data[0].instruction));
    expect_reported("missing", "FLOP per trip instead of");
}

TEST(WrongKernel, ASpillIsReported) {
    expect_reported("spills", "stack access");
    expect_reported("spills", "memory operand in a compute loop");
}

TEST(WrongKernel, ForeignArithmeticIsReported) {
    expect_reported("foreign", "foreign arithmetic");
}

TEST(WrongKernel, ACallIsReported) {
    expect_reported("calls", "leaves the function");
}

TEST(WrongKernel, APlainLoopIsReported) {
    // Whatever the compiler makes of it: twelve of the declared instruction on full registers it is not.
    EXPECT_NE(reported("plain"), "");
    expect_reported("plain", "instead of");
}

TEST(WrongKernel, ALoopWithoutItsWorkIsReported) {
    expect_reported("removed", "0 loops hold");
}

TEST(WrongKernel, BytesThatAreNotCountedAreReported) {
    expect_reported("loads_twice", "bytes loaded per trip instead of");
}

TEST(WrongObject, EveryIntrusionIsReported) {
    const Object object = object_named("intrudes");
    const std::string text = objdump("-ht", object.path);
    const auto intrusions = intrusions_of(parse_sections(text), parse_symbols(text), object.table_name());
    const std::string lines = fmt::format("{}", fmt::join(intrusions, "\n"));
    for (const char* expected :
         {"shared with other objects: mansard::kernels::shared(long)", "COMDAT section", "runs before main",
          "global: mansard::kernels::visible(long)", "is not constant: it lies in .bss"})
        EXPECT_NE(lines.find(expected), std::string::npos) << expected << " is not among:\n" << lines;
}

TEST(WrongObject, AMissingTableIsReported) {
    const std::string text = objdump("-ht", object_named("wrong").path);
    const auto intrusions =
        intrusions_of(parse_sections(text), parse_symbols(text), "somebody::else_kernels");
    EXPECT_NE(std::count(intrusions.begin(), intrusions.end(), "somebody::else_kernels is missing"), 0);
}

TEST(WrongObject, LinkTimeOptimisationIsReported) {
    const auto intrusions = intrusions_of({{".gnu.lto_.decls.a1", "CONTENTS, READONLY"}},
                                          {{".data.rel.ro.local", "table", 0, 'g', false}}, "table");
    EXPECT_EQ(intrusions, std::vector<std::string>{".gnu.lto_.decls.a1: LTO is on"});
}

}  // namespace
}  // namespace mansard::codegen
