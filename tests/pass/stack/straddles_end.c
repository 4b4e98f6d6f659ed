// Eight bytes are read where eight are left, unaligned.
#include "hide.h"
#include <stdio.h>

typedef struct __attribute__((packed)) {
  long value;
} unaligned;

int main(void) {
  char bytes[21] = {0};
  touch(bytes);
  unaligned *tail = (unaligned *)(bytes + hide(13));
  printf("%ld\n", tail->value);
  return 0;
}
