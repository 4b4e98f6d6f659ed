#include <sanitizer/asan_interface.h>

void poison_elsewhere(void *start, unsigned long size);
#ifdef FIXED
void unpoison_elsewhere(void *start, unsigned long size);

void poison_elsewhere(void *start, unsigned long size) { __asan_poison_memory_region(start, size); }
void unpoison_elsewhere(void *start, unsigned long size) { __asan_unpoison_memory_region(start, size); }
#else

void poison_elsewhere(void *start, unsigned long size) { __asan_poison_memory_region(start, size); }
#endif
