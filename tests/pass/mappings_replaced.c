// Mappings come where poisoned ones were, large and small.
#include "hide.h"
#include <string.h>
#include <sys/mman.h>

void __asan_poison_memory_region(void const volatile *address, size_t size);
int __asan_address_is_poisoned(void const volatile *address);

static char *map(void *address, size_t size) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | (address ? MAP_FIXED : 0);
  char *mapping = mmap(address, size, PROT_READ | PROT_WRITE, flags, -1, 0);
  return mapping == MAP_FAILED ? NULL : mapping;
}

static NOINLINE int replace(size_t size) {
  char *mapping = map(NULL, size);
  if (!mapping)
    return 2;
  __asan_poison_memory_region(mapping, size);
  munmap(mapping, size);
  if (__asan_address_is_poisoned(mapping) || __asan_address_is_poisoned(mapping + size - 1))
    return 3;
  __asan_poison_memory_region(mapping, size);
  if (map(mapping, size) != mapping)
    return 4;
  memset(hide_pointer(mapping), 1, hide(size));
  ((volatile char *)mapping)[hide(size - 1)] = 2;
  __asan_poison_memory_region(mapping + 4096, size - 4096);
  if (map(mapping + 4096, size - 4096) != mapping + 4096)
    return 5;
  memset(hide_pointer(mapping), 1, hide(size));
  return munmap(mapping, size);
}

int main(void) {
  // No mapping, and none to be taken away.
  if (mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ||
      munmap((void *)1, 4096) == 0 || munmap(NULL, (size_t)-1) == 0)
    return 1;
  int result = replace(8192);
  if (result == 0)
    result = replace(100 << 12);
  if (result == 0)
    result = replace(32 << 20);
  return result;
}
