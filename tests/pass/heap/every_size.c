// Every byte of blocks of 1 to 17 bytes.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  long sum = 0;
  for (long size = 1; size <= 17; size++) {
    char *bytes = malloc(hide(size));
    for (int i = 0; i < size; i++)
      bytes[i] = i;
    bytes = hide_pointer(bytes);
    for (int i = 0; i < size; i++)
      sum += bytes[hide(i)];
    free(bytes);
  }
  printf("%ld\n", sum);
  return sum != 816;
}
