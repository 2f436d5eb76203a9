# The kernels of every row of the ISA matrix as objects, and the registry that names them all. Sets
# MANSARD_ROW_OBJECTS and MANSARD_KERNEL_REGISTRY; needs the targets mansard_core and mansard_warnings.
include(isa_rows)

# Loops and descriptors only. The flags stand behind CMAKE_CXX_FLAGS on the command line, so they win over -O0, LTO
# and sanitizers: a kernel is the same machine code in every build.
set(kernel_flags -O2 -fno-tree-vectorize -fno-lto -fno-sanitize=all -fno-exceptions -fno-rtti
    -fno-threadsafe-statics -fno-asynchronous-unwind-tables -fno-stack-protector)
file(GLOB row_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../kernels/cpu/rows/*.cpp)
list(SORT row_sources)

set(declarations "")
set(entries "")
set(MANSARD_ROW_OBJECTS)
macro(mansard_kernel_row row)
    add_library(mansard_kernels_${row} OBJECT ${ARGN})
    target_include_directories(mansard_kernels_${row} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/..)
    target_compile_definitions(mansard_kernels_${row} PRIVATE MANSARD_ROW=${row}
        MANSARD_ROW_HEADER="kernels/cpu/isa/${row}.hpp")
    target_compile_options(mansard_kernels_${row} PRIVATE ${kernel_flags} ${MANSARD_ISA_FLAGS_${row}})
    target_link_libraries(mansard_kernels_${row} PRIVATE mansard_core mansard_warnings)
    list(APPEND MANSARD_ROW_OBJECTS $<TARGET_OBJECTS:mansard_kernels_${row}>)
    foreach(source ${ARGN})
        get_filename_component(family ${source} NAME_WE)
        string(APPEND declarations "namespace ${row} { extern const KernelTable ${family}_kernels; }\n")
        string(APPEND entries "        &${row}::${family}_kernels,\n")
    endforeach()
endmacro()
foreach(row IN LISTS MANSARD_ISA_ROWS)
    mansard_kernel_row(${row} ${row_sources})
endforeach()
foreach(row IN LISTS MANSARD_ISA_EXTENSIONS)
    file(GLOB extension_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../kernels/cpu/extensions/${row}/*.cpp)
    list(SORT extension_sources)
    mansard_kernel_row(${row} ${extension_sources})
endforeach()
set(MANSARD_KERNEL_REGISTRY ${CMAKE_BINARY_DIR}/generated/kernel_registry.cpp)
file(CONFIGURE OUTPUT ${MANSARD_KERNEL_REGISTRY} @ONLY CONTENT
"// Generated: one entry per row of the ISA matrix and file of kernels/cpu/rows or its folder of
// kernels/cpu/extensions.
#include \"kernels/kernel.hpp\"
namespace mansard::kernels {
${declarations}
std::span<const KernelTable* const> kernel_tables() {
    static constexpr const KernelTable* entries[] = {
${entries}    };
    return entries;
}
}  // namespace mansard::kernels
")
