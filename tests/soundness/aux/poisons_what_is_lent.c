#include <sanitizer/asan_interface.h>

void poison_elsewhere(void *start, unsigned long size);

void poison_elsewhere(void *start, unsigned long size) { __asan_poison_memory_region(start, size); }
