// Unaligned accesses that cross granules but stay inside, at every offset.
#include "hide.h"
#include <stdlib.h>

typedef struct __attribute__((packed)) {
  short two;
} two;
typedef struct __attribute__((packed)) {
  int four;
} four;
typedef struct __attribute__((packed)) {
  long eight;
} eight;

int main(void) {
  long sum = 0;
  for (long size = 8; size <= 40; size++) {
    char *bytes = hide_pointer(calloc(hide(size), 1));
    for (long i = 0; i + 2 <= size; i++)
      sum += ((volatile two *)(bytes + i))->two;
    for (long i = 0; i + 4 <= size; i++)
      sum += ((volatile four *)(bytes + i))->four;
    for (long i = 0; i + 8 <= size; i++)
      sum += ((volatile eight *)(bytes + i))->eight;
    free(bytes);
  }
  return sum;
}
