#include <sanitizer/asan_interface.h>

extern int shared_numbers[8];

void poison_shared(int bytes) { __asan_poison_memory_region(shared_numbers, bytes); }
