#include <sanitizer/asan_interface.h>
#include <stdint.h>

struct handle {
  volatile int *start;
  long bytes;
};

void poison_number(uintptr_t number, int bytes) {
  __asan_poison_memory_region((void *)(number ^ 1), bytes);
}

void poison_handle_of(struct handle *handle) {
  __asan_poison_memory_region((void *)handle->start, handle->bytes);
}
