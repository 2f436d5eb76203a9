# The ISA matrix: one row per CPU instruction set that kernels are compiled for, as name|flags. Every general source
# of kernels/cpu is compiled once per row. A row that this compiler cannot build is left out; a row that the machine
# lacks is built all the same and never executed.
include(CheckCXXCompilerFlag)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(rows "scalar|" "sse2|-msse2" "avx|-mavx" "avx2|-mavx2 -mfma"
             "avx512|-mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma")
    # Number types that some CPUs add to a row. Only the sources in kernels/cpu/extensions/<name> are compiled for them.
    set(extensions "avx_vnni|-mavx2 -mfma -mavxvnni" "avx512_vnni|-mavx512f -mavx512bw -mfma -mavx512vnni"
                   "avx512_bf16|-mavx512f -mavx512bw -mfma -mavx512bf16" "avx512_fp16|-mavx512fp16 -mfma"
                   "amx|-mamx-tile -mamx-int8 -mamx-bf16")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(rows "scalar|" "neon|")
    set(extensions "sve|-march=armv8.2-a+sve" "neon_dot|-march=armv8.2-a+dotprod" "neon_fp16|-march=armv8.2-a+fp16")
else()
    message(FATAL_ERROR "no kernels for ${CMAKE_SYSTEM_PROCESSOR}: add its rows to cmake/isa_rows.cmake")
endif()

# Leaves out what the compiler cannot build; sets `output` to the names, and MANSARD_ISA_FLAGS_<name>.
macro(mansard_buildable_rows output)
    set(${output})
    foreach(row ${ARGN})
        string(REGEX MATCH "^([^|]*)[|](.*)$" _ "${row}")
        set(name ${CMAKE_MATCH_1})
        set(flags ${CMAKE_MATCH_2})
        if(flags)
            check_cxx_compiler_flag("${flags}" MANSARD_CAN_BUILD_${name})
            if(NOT MANSARD_CAN_BUILD_${name})
                message(STATUS "the compiler cannot build the ${name} kernels: left out")
                continue()
            endif()
        endif()
        list(APPEND ${output} ${name})
        separate_arguments(MANSARD_ISA_FLAGS_${name} UNIX_COMMAND "${flags}")
    endforeach()
endmacro()
mansard_buildable_rows(MANSARD_ISA_ROWS ${rows})
mansard_buildable_rows(MANSARD_ISA_EXTENSIONS ${extensions})
