// FreeRTOS's allocator keeps headers between chunks, where checks see redzones: like a C library's, it is not checked.
#pragma clang attribute push(__attribute__((no_sanitize("address"))), apply_to = function)
#include "portable/MemMang/heap_4.c"
#pragma clang attribute pop
