// An unaligned access up to the block's last byte.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct __attribute__((packed)) {
  int value;
} unaligned;

int main(void) {
  char *bytes = calloc(40, 1);
  touch(bytes);
  unaligned *last = (unaligned *)(bytes + hide(36));
  printf("%d\n", last->value);
  free(bytes);
  return 0;
}
