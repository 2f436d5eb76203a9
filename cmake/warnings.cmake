# Warnings and sanitizers, as an interface target that every part links privately.
add_library(mansard_warnings INTERFACE)
target_compile_options(mansard_warnings INTERFACE -Wall -Wextra -Wundef -Wshadow $<$<BOOL:${MANSARD_WERROR}>:-Werror>)
# GCC 12 sees impossible overlaps and overflows inside inlined std::string and fmt code (its bugs 105651, 105329 and
# others); later releases do not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(mansard_warnings INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                           -Wno-stringop-overread)
endif()
