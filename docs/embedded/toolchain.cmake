# cmake -B build -DCMAKE_TOOLCHAIN_FILE=toolchain.cmake
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER sanecc)
set(CMAKE_C_COMPILER_TARGET thumbv7m-none-eabi)
# Probes need no start-up code then.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_C_FLAGS_INIT "-ffunction-sections -fdata-sections -isystem /usr/lib/arm-none-eabi/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib -Wl,--gc-sections")
foreach(name libc.a libgcc.a)
    execute_process(COMMAND arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -print-file-name=${name}
                    OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
    get_filename_component(folder "${file}" DIRECTORY)
    string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -L${folder}")
endforeach()
set(CMAKE_C_STANDARD_LIBRARIES "-lc -lgcc")
