# mansard_registry(TARGET FUNCTION FILES glob SUFFIX _x HEADER h TYPE ns::T): every file that matches defines
# `extern constinit const T <stem>_x` in T's namespace; this generates `std::span<const T* const> FUNCTION()`,
# sorted by file name. Explicit references, so no archive or linker can drop an entry.
function(mansard_registry target function)
    cmake_parse_arguments(arg "" "SUFFIX;HEADER;TYPE" "FILES" ${ARGN})
    set(globs)
    foreach(pattern IN LISTS arg_FILES)
        list(APPEND globs ${CMAKE_SOURCE_DIR}/${pattern})
    endforeach()
    file(GLOB files CONFIGURE_DEPENDS ${globs})
    list(SORT files)
    string(REGEX MATCH "^(.*)::([^:]+)$" _ ${arg_TYPE})
    set(namespace ${CMAKE_MATCH_1})
    set(type ${CMAKE_MATCH_2})
    set(declarations "")
    set(entries "")
    foreach(file IN LISTS files)
        get_filename_component(stem ${file} NAME_WE)
        string(APPEND declarations "extern const ${type} ${stem}${arg_SUFFIX};\n")
        string(APPEND entries "        &${stem}${arg_SUFFIX},\n")
    endforeach()
    set(output ${CMAKE_BINARY_DIR}/generated/${function}_registry.cpp)
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Generated: one entry per file.
#include \"${arg_HEADER}\"
namespace ${namespace} {
${declarations}
std::span<const ${type}* const> ${function}() {
    static constexpr const ${type}* entries[] = {
${entries}    };
    return entries;
}
}  // namespace ${namespace}
")
    target_sources(${target} PRIVATE ${output})
endfunction()
