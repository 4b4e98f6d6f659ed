// Two checks that overlap the access do not cover its last byte.
//@ levels: O2
//@ contains: READ of size 4
#include "hide.h"
#include <stdlib.h>

typedef struct __attribute__((packed)) {
  int value;
} unaligned;

static NOINLINE int three(char *bytes) {
  int sum = *(int *)bytes + *(int *)(bytes + 4);
  return sum + ((unaligned *)(bytes + 5))->value; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  char *bytes = hide_pointer(calloc(9, 1));
#else
  char *bytes = hide_pointer(calloc(8, 1));
#endif
  int sum = three(bytes);
  free(bytes);
  return sum;
}
