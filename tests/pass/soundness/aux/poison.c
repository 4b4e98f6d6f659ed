// Poisons what it is given.
void __asan_poison_memory_region(void const volatile *start, unsigned long size);

void poison_elsewhere(void *start, unsigned long size) {
  __asan_poison_memory_region(start, size);
}
