# Warnings and sanitizers, as an interface target that every part links privately.
add_library(mansard_warnings INTERFACE)
target_compile_options(mansard_warnings INTERFACE -Wall -Wextra -Wundef -Wshadow $<$<BOOL:${MANSARD_WERROR}>:-Werror>)
