# The GPU kernels. Each file of kernels/cuda/<architecture> is read twice: by the C++ compiler for its descriptors,
# always, and by nvcc for machine code, where there is one. The folder's name is the least architecture that has the
# file's instructions; one with a letter (sm_90a) has them alone.
#
# nvcc makes fat binaries, which become data of the program; the driver, found while running, loads them. So one
# program runs on machines with and without a GPU, a driver or CUDA's libraries.
#
# Sets MANSARD_CUDA_SOURCES (to be compiled as C++), MANSARD_CUDA_REGISTRY and MANSARD_CUDA_IMAGES.
set(MANSARD_CUDA_ARCHITECTURES "all" CACHE STRING
    "GPU architectures to build machine code for (75;90a; all: every one that is known here); others are served by PTX")
set(architectures ${MANSARD_CUDA_ARCHITECTURES})
if(architectures STREQUAL "all")
    set(architectures 75 80 86 89 90 90a 100a 120a)
endif()
option(MANSARD_CUDA "Build the GPU kernels where nvcc is found" ON)

set(MANSARD_NVCC_FOUND FALSE)
if(MANSARD_CUDA)
    find_program(MANSARD_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_PATH ENV CUDA_HOME /usr/local/cuda PATH_SUFFIXES bin)
    if(MANSARD_NVCC)
        # An old toolkit does not know every architecture: what it cannot build is left out.
        execute_process(COMMAND ${MANSARD_NVCC} --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET RESULT_VARIABLE failed)
        if(NOT failed)
            string(REGEX MATCHALL "sm_[0-9]+[af]?" known "${known}")
            set(MANSARD_NVCC_FOUND TRUE)
        endif()
    endif()
    if(NOT MANSARD_NVCC_FOUND)
        message(STATUS "no working nvcc: without GPU kernels, for CPUs only")
    endif()
endif()

# The driver must know the toolkit's machine code; it tells its version when it is asked.
set(MANSARD_CUDA_TOOLKIT_MAJOR 0)
if(MANSARD_NVCC_FOUND)
    execute_process(COMMAND ${MANSARD_NVCC} --version OUTPUT_VARIABLE nvcc_version)
    string(REGEX MATCH "release ([0-9]+)" _ "${nvcc_version}")
    set(MANSARD_CUDA_TOOLKIT_MAJOR ${CMAKE_MATCH_1})
endif()
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/../kernels/cuda/devices.cpp PROPERTIES
                            COMPILE_DEFINITIONS MANSARD_CUDA_TOOLKIT_MAJOR=${MANSARD_CUDA_TOOLKIT_MAJOR})

set(cuda_root ${CMAKE_CURRENT_LIST_DIR}/../kernels/cuda)
get_filename_component(cuda_root ${cuda_root} ABSOLUTE)
get_filename_component(source_root ${cuda_root}/../.. ABSOLUTE)
file(GLOB MANSARD_CUDA_SOURCES CONFIGURE_DEPENDS ${cuda_root}/sm_*/*.cu)
list(SORT MANSARD_CUDA_SOURCES)

# The architectures to build `source` of `folder` for, and the PTX that serves all others from there on. A line
# "// only for: 89 120a" names them where an instruction is emulated in between, and then there is no PTX.
function(mansard_cuda_targets source folder codes ptx)
    file(STRINGS ${source} only REGEX "^// only for: ")
    string(REGEX REPLACE "^// only for: " "" only "${only}")
    string(REPLACE " " ";" only "${only}")
    string(REGEX MATCH "^sm_([0-9]+)([a-z]?)$" _ ${folder})
    set(least ${CMAKE_MATCH_1})
    set(letter "${CMAKE_MATCH_2}")
    set(chosen)
    foreach(architecture IN LISTS architectures)
        string(REGEX MATCH "^([0-9]+)([a-z]?)$" _ ${architecture})
        set(number ${CMAKE_MATCH_1})
        set(suits FALSE)
        if(letter)
            if(architecture STREQUAL "${least}${letter}")
                set(suits TRUE)
            endif()
        elseif(number GREATER_EQUAL least)
            # sm_90's machine code runs on what sm_90a names too: one of them is enough for a general file.
            if(NOT (architecture STREQUAL "90a" AND "90" IN_LIST architectures))
                set(suits TRUE)
            endif()
        endif()
        if(only AND NOT architecture IN_LIST only)
            set(suits FALSE)
        endif()
        if(suits AND "sm_${number}" IN_LIST known)
            list(APPEND chosen ${architecture})
        endif()
    endforeach()
    set(${codes} ${chosen} PARENT_SCOPE)
    if(letter OR only OR NOT chosen)
        set(${ptx} "" PARENT_SCOPE)
    else()
        set(${ptx} ${least} PARENT_SCOPE)
    endif()
endfunction()

set(declarations "")
set(entries "")
set(assembly "")
set(images "")
set(image_files)
set(listing "")
foreach(source IN LISTS MANSARD_CUDA_SOURCES)
    get_filename_component(stem ${source} NAME_WE)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    set(table ${folder}_${stem}_kernels)
    string(APPEND declarations "extern const KernelTable ${table};\n")
    string(APPEND entries "        &cuda::${table},\n")
    set_source_files_properties(${source} PROPERTIES LANGUAGE CXX SKIP_PRECOMPILE_HEADERS ON COMPILE_DEFINITIONS
        "MANSARD_CUDA_IMAGE=\"${folder}/${stem}\";MANSARD_CUDA_TABLE_NAME=${table}")
    if(NOT MANSARD_NVCC_FOUND)
        continue()
    endif()
    mansard_cuda_targets(${source} ${folder} codes ptx)
    if(NOT codes)
        continue()
    endif()
    set(output ${CMAKE_BINARY_DIR}/cuda/${folder}/${stem})
    set(flags)
    foreach(code IN LISTS codes)
        list(APPEND flags -gencode arch=compute_${code},code=sm_${code})
        string(APPEND listing "${folder}/${stem} ${code} ${output}/${stem}.sm_${code}.cubin\n")
    endforeach()
    if(ptx)
        list(APPEND flags -gencode arch=compute_${ptx},code=compute_${ptx})
    endif()
    add_custom_command(OUTPUT ${output}.fatbin ${output}.log DEPFILE ${output}.d
        COMMAND ${CMAKE_COMMAND} -DNVCC=${MANSARD_NVCC} -DSOURCE=${source} -DROOT=${source_root} -DOUTPUT=${output}
                "-DFLAGS=${flags}" -P ${CMAKE_CURRENT_LIST_DIR}/run_nvcc.cmake
        DEPENDS ${source} ${CMAKE_CURRENT_LIST_DIR}/run_nvcc.cmake VERBATIM
        COMMENT "nvcc ${folder}/${stem}.cu for ${codes}")
    list(APPEND image_files ${output}.fatbin)
    set(symbol mansard_image_${folder}_${stem})
    string(APPEND assembly
           "    \".balign 16\\n${symbol}: .incbin \\\"${output}.fatbin\\\"\\n${symbol}_end: .byte 0\\n\"\n")
    string(APPEND images "        {\"${folder}/${stem}\", ${symbol}, ${symbol}_end},\n")
    string(APPEND image_declarations "extern \"C\" const char ${symbol}[], ${symbol}_end[];\n")
endforeach()

set(MANSARD_CUDA_REGISTRY ${CMAKE_BINARY_DIR}/generated/cuda_registry.cpp)
file(CONFIGURE OUTPUT ${MANSARD_CUDA_REGISTRY} @ONLY CONTENT
"// Generated: one entry for each file of kernels/cuda/<architecture>.
#include \"kernels/kernel.hpp\"
namespace mansard::kernels {
namespace cuda {
${declarations}}
std::span<const KernelTable* const> cuda_kernel_tables() {
    static constexpr const KernelTable* entries[] = {
${entries}    };
    return entries;
}
}  // namespace mansard::kernels
")
if(assembly)
    set(assembly "asm(\".section .rodata\\n\"\n${assembly}    \".previous\\n\");\n")
    set(body "    static const Image images[] = {\n${images}    };\n    return images;")
else()
    set(body "    return {};")
endif()
set(MANSARD_CUDA_IMAGES ${CMAKE_BINARY_DIR}/generated/cuda_images.cpp)
file(CONFIGURE OUTPUT ${MANSARD_CUDA_IMAGES} @ONLY CONTENT
"// Generated: the fat binaries of this build.
#include \"kernels/cuda/images.hpp\"
${assembly}${image_declarations}namespace mansard::kernels::cuda {
std::span<const Image> images() {
${body}
}
}  // namespace mansard::kernels::cuda
")
set_source_files_properties(${MANSARD_CUDA_IMAGES} PROPERTIES OBJECT_DEPENDS "${image_files}"
                            SKIP_PRECOMPILE_HEADERS ON)
# For the tests of machine code: image, architecture and file of each piece.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/cuda_cubins.txt @ONLY CONTENT "${listing}")
