// The byte after a chunk of N bytes: the last granule may be partial.
//@[bad] levels: O2
//@[bad] defines: N=1 N=2 N=3 N=4 N=5 N=6 N=7 N=8 N=9 N=10 N=11 N=12 N=13 N=14 N=15 N=16 N=17
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
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
#else
  char *bytes = malloc(N);
  for (int i = 0; i < N; i++)
    bytes[i] = i;
  bytes = hide_pointer(bytes);
  printf("%d\n", bytes[hide(N)]); //~ ERROR heap-buffer-overflow
  free(bytes);
  return 0;
#endif
}
