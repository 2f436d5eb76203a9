# mansard_embed(TARGET NAME GLOB…): the files that match (recursively) become data of the binary, so that it
# works from anywhere. core/embedded.hpp reads them by their path relative to the source tree.
function(mansard_embed target name)
    set(globs)
    foreach(pattern IN LISTS ARGN)
        list(APPEND globs ${CMAKE_SOURCE_DIR}/${pattern})
    endforeach()
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${globs})
    list(SORT files)
    set(assembly "")
    set(declarations "")
    set(entries "")
    set(index 0)
    set(absolute)
    foreach(file IN LISTS files)
        set(symbol mansard_embedded_${name}_${index})
        string(APPEND assembly
               "    \".balign 8\\n${symbol}: .incbin \\\"${CMAKE_SOURCE_DIR}/${file}\\\"\\n${symbol}_end: .byte 0\\n\"\n")
        string(APPEND declarations "extern \"C\" const char ${symbol}[], ${symbol}_end[];\n")
        string(APPEND entries "        {\"${file}\", ${symbol}, ${symbol}_end},\n")
        list(APPEND absolute ${CMAKE_SOURCE_DIR}/${file})
        math(EXPR index "${index} + 1")
    endforeach()
    set(output ${CMAKE_BINARY_DIR}/generated/embedded_${name}.cpp)
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Generated from the files of ${name}/.
#include \"core/embedded.hpp\"
asm(\".section .rodata\\n\"
${assembly}    \".previous\\n\");
${declarations}
namespace mansard {
std::span<const EmbeddedFile> embedded_files() {
    static const EmbeddedFile files[] = {
${entries}    };
    return files;
}
}  // namespace mansard
")
    set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${absolute}")
    target_sources(${target} PRIVATE ${output})
endfunction()
