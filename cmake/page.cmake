# mansard_page(TARGET): bundles analyzer/page/app with its libraries into one script and makes it data of TARGET
# (analyzer/page/bundle.hpp). Without Node or npm, or where npm cannot get the libraries, there is no bundle and
# the report is the static page; the reason is said once, here.
include(npm)

function(mansard_page target)
    set(app ${CMAKE_SOURCE_DIR}/analyzer/page/app)
    set(work ${CMAKE_BINARY_DIR}/page)
    set(script ${work}/page.js)
    mansard_npm(${app} ${work} reason)
    set(embedded "")
    if(reason STREQUAL "")
        file(GLOB sources CONFIGURE_DEPENDS ${app}/*.js)
        add_custom_command(
            OUTPUT ${script}
            COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${work}/node_modules
                    ${MANSARD_NODE} ${work}/node_modules/esbuild/bin/esbuild ${app}/main.js --bundle --minify
                    --format=iife --target=es2020 --charset=ascii --legal-comments=none --log-level=warning
                    --outfile=${script}
            DEPENDS ${sources} ${work}/package-lock.json
            COMMENT "Bundling the interactive report" VERBATIM)
        set(embedded "    \".incbin \\\"${script}\\\"\\n\"\n")
    else()
        message(STATUS "The HTML report will be static: ${reason}")
    endif()
    set(output ${CMAKE_BINARY_DIR}/generated/page_bundle.cpp)
    file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Generated from analyzer/page/app.
#include \"analyzer/page/bundle.hpp\"
asm(\".section .rodata\\n.balign 8\\n\"
    \"mansard_page_script:\\n\"
${embedded}    \"mansard_page_script_end: .byte 0\\n\"
    \"mansard_page_style: .incbin \\\"${app}/style.css\\\"\\n\"
    \"mansard_page_style_end: .byte 0\\n\"
    \".previous\\n\");
extern \"C\" const char mansard_page_script[], mansard_page_script_end[];
extern \"C\" const char mansard_page_style[], mansard_page_style_end[];
namespace mansard::analyzer::page {
std::string_view bundled_script() {
    return {mansard_page_script, mansard_page_script_end};
}
std::string_view bundled_style() {
    return {mansard_page_style, mansard_page_style_end};
}
}  // namespace mansard::analyzer::page
")
    set(depends ${app}/style.css)
    if(reason STREQUAL "")
        list(APPEND depends ${script})
    endif()
    set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${depends}" SKIP_PRECOMPILE_HEADERS ON)
    target_sources(${target} PRIVATE ${output})
endfunction()
