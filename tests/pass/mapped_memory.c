// Memory that never came from the heap is addressable, also where a freed mapping was.
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
  for (int i = 0; i < 5; i++) {
    char *block = malloc(1 << 20);
    memset(block, 1, hide(1 << 20));
    touch(block);
    free(block);
    char *mapping = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED)
      return 2;
    memset(hide_pointer(mapping), 1, hide(1 << 20));
    ((volatile char *)mapping)[hide((1 << 20) - 1)] = 3;
    munmap(mapping, 1 << 20);
  }
  return 0;
}
