// Small chunks, of which all around were freed so long ago that the heap has given their memory back: nothing is there to be read.
//@ asan: heap-buffer-overflow it has no blocks there any more
//@ options: allocator_release_to_os_interval_ms=0:quarantine_size_mb=1
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { COUNT = 20000, SIZE = 1000 };

static char *blocks[COUNT];

static void fill(void) {
  for (int i = 0; i < COUNT; i++)
#ifdef FIXED
    blocks[i] = memset(malloc(SIZE), 0, SIZE);
#else
    blocks[i] = memset(malloc(SIZE), 1, SIZE);
#endif
}

static void empty(void) {
  for (int i = 0; i < COUNT; i++)
    free(blocks[i]);
}

int main(void) {
  fill();
#ifdef FIXED
  empty();
  fill();
  char *old = hide_pointer(blocks[COUNT / 2]);
  int byte = *(volatile char *)(old + hide(SIZE / 2));
  empty();
  return byte;
#else
  char *old = hide_pointer(blocks[COUNT / 2]);
  empty();
  fill();
  empty();
  return *(volatile char *)(old + hide(SIZE / 2)); //~ ERROR heap-use-after-free
#endif
}
