// Objects of large alignment lie where they must.
#include "hide.h"
#include <stdint.h>

static _Alignas(4096) char page[100];
static _Alignas(64) int line[3];

static NOINLINE int aligned(void *pointer, uintptr_t alignment) {
  return (uintptr_t)hide_pointer(pointer) % alignment == 0;
}

int main(void) {
  _Alignas(128) char local[13] = {0};
  char small = 0;
  _Alignas(1024) char large[2000] = {0};
  touch(&small);
  touch(local);
  touch(large);
  int right = aligned(page, 4096) && aligned(line, 64) && aligned(local, 128) && aligned(large, 1024);
  return !right + local[hide(12)] + large[hide(1999)] + page[hide(99)] + line[hide(2)] + small;
}
