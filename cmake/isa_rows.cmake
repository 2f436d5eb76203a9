# The ISA matrix: one row per CPU instruction set that kernels are compiled for, as name|flags. Every general source
# of kernels/cpu is compiled once per row. A row that this compiler cannot build is left out; a row that the machine
# lacks is built all the same and never executed.
include(CheckCXXCompilerFlag)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(rows "scalar|" "sse2|-msse2" "avx|-mavx" "avx2|-mavx2 -mfma"
             "avx512|-mavx512f -mavx512vl -mavx512dq -mavx512bw -mfma")
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(rows "scalar|" "neon|")
else()
    message(FATAL_ERROR "no kernels for ${CMAKE_SYSTEM_PROCESSOR}: add its rows to cmake/isa_rows.cmake")
endif()

set(MANSARD_ISA_ROWS)
foreach(row IN LISTS rows)
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
    list(APPEND MANSARD_ISA_ROWS ${name})
    separate_arguments(MANSARD_ISA_FLAGS_${name} UNIX_COMMAND "${flags}")
endforeach()
