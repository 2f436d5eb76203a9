# cmake -DNVCC= -DSOURCE= -DROOT= -DOUTPUT= -DFLAGS= -P run_nvcc.cmake: OUTPUT.fatbin from SOURCE, its parts in the
# folder OUTPUT, what ptxas said in OUTPUT.log, and OUTPUT.d for the build system.
#
# ptxas gives no error where it puts wgmma instructions one after another (C7510 to C7519); such a kernel measures
# something else, so here it is one. So is a spill.
get_filename_component(stem ${SOURCE} NAME_WE)
file(REMOVE_RECURSE ${OUTPUT})
file(MAKE_DIRECTORY ${OUTPUT})
execute_process(
    COMMAND ${NVCC} -std=c++20 -O3 -fatbin ${FLAGS} -I${ROOT} -Xptxas -v --keep --keep-dir ${OUTPUT} -MD -MF ${OUTPUT}.d
            -MT ${OUTPUT}.fatbin -o ${OUTPUT}.fatbin ${SOURCE}
    RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
file(WRITE ${OUTPUT}.log "${said}")
file(GLOB leftovers ${OUTPUT}/*.ii ${OUTPUT}/*.c ${OUTPUT}/*.gpu ${OUTPUT}/*.ptx ${OUTPUT}/*module_id)
if(leftovers)
    file(REMOVE ${leftovers})
endif()
if(failed)
    message(FATAL_ERROR "nvcc cannot build ${SOURCE}:\n${said}")
endif()
string(REGEX MATCH "[^\n]*(\\(C75[0-9][0-9]\\)|serialized)[^\n]*" serialized "${said}")
string(REGEX MATCH "[^\n]*[1-9][0-9]* bytes spill[^\n]*" spilled "${said}")
if(serialized OR spilled)
    file(REMOVE ${OUTPUT}.fatbin)
    # CMake wraps a paragraph, wherever its path ends, but leaves indented lines as they are.
    message(FATAL_ERROR "A kernel would not measure what it says:\n  ${SOURCE}\n  ${serialized}${spilled}")
endif()

# What nvcc calls the pieces that it keeps depends on how many there are; the tests look for <stem>.sm_<code>.cubin.
string(REGEX MATCHALL "code=sm_[0-9a-z]+" codes "${FLAGS}")
foreach(code IN LISTS codes)
    string(REPLACE "code=sm_" "" code ${code})
    set(piece ${OUTPUT}/${stem}.sm_${code}.cubin)
    foreach(name ${stem}.compute_${code}.sm_${code} ${stem}.compute_${code} ${stem})
        if(NOT EXISTS ${piece} AND EXISTS ${OUTPUT}/${name}.cubin)
            file(RENAME ${OUTPUT}/${name}.cubin ${piece})
        endif()
    endforeach()
    if(NOT EXISTS ${piece})
        file(REMOVE ${OUTPUT}.fatbin)
        message(FATAL_ERROR "nvcc kept no machine code of ${SOURCE} for sm_${code}")
    endif()
endforeach()
