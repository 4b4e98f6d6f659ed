// Eight bytes are read where six are left.
//@ contains: READ of size 8
#include "hide.h"
#include <stdio.h>

typedef struct __attribute__((packed)) {
  long long value;
} unaligned;

int main(void) {
  char bytes[21] = {0};
  touch(bytes);
#ifdef FIXED
  unaligned *tail = (unaligned *)(bytes + hide(13));
#else
  unaligned *tail = (unaligned *)(bytes + hide(15));
#endif
  printf("%lld\n", tail->value); //~ ERROR stack-buffer-overflow
  return 0;
}
