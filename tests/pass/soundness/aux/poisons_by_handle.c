#include <sanitizer/asan_interface.h>

extern int *handle;

void poison_handle(int bytes) { __asan_poison_memory_region(handle, bytes); }
