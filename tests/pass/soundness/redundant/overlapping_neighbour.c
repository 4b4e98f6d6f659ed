// Accesses that overlap each other.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

typedef struct __attribute__((packed)) {
  int value;
} unaligned;

static NOINLINE int three(char *bytes) {
  int sum = *(int *)bytes + *(int *)(bytes + 4);
  return sum + ((unaligned *)(bytes + 5))->value;
}

int main(void) {
  char *bytes = hide_pointer(calloc(9, 1));
  int sum = three(bytes);
  free(bytes);
  return sum;
}
