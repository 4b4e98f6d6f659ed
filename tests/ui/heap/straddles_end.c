// The access begins inside the chunk and ends outside.
//@ contains: READ of size 4
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct __attribute__((packed)) {
  int value;
} unaligned;

int main(void) {
  char *bytes = calloc(40, 1);
  touch(bytes);
#ifdef FIXED
  unaligned *last = (unaligned *)(bytes + hide(36));
#else
  unaligned *last = (unaligned *)(bytes + hide(38));
#endif
  printf("%d\n", last->value); //~ ERROR heap-buffer-overflow
  free(bytes);
  return 0;
}
