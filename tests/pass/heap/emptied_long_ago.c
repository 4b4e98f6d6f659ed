// Small blocks come and go so often that the heap gives the memory of all around back, and are used while they are there.
//@ options: allocator_release_to_os_interval_ms=0:quarantine_size_mb=1
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { COUNT = 20000, SIZE = 1000 };

static char *blocks[COUNT];

static void fill(void) {
  for (int i = 0; i < COUNT; i++)
    blocks[i] = memset(malloc(SIZE), 0, SIZE);
}

static void empty(void) {
  for (int i = 0; i < COUNT; i++)
    free(blocks[i]);
}

int main(void) {
  fill();
  empty();
  fill();
  char *old = hide_pointer(blocks[COUNT / 2]);
  int byte = *(volatile char *)(old + hide(SIZE / 2));
  empty();
  return byte;
}
