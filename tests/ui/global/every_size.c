// The byte after a global of N bytes: the last granule may be partial.
//@ levels: O2
//@ revisions: N=1 N=2 N=3 N=4 N=5 N=6 N=7 N=8 N=9 N=10 N=11 N=12 N=13 N=14 N=15 N=16 N=17
#include "hide.h"
#include <stdio.h>

char bytes[N];

int main(void) {
  char *first = hide_pointer(bytes);
  printf("%d\n", first[hide(N)]); //~ ERROR global-buffer-overflow
  return 0;
}
