// The byte after a global of N bytes: the last granule may be partial.
//@[bad] levels: O2
//@[bad] defines: N=1 N=2 N=3 N=4 N=5 N=6 N=7 N=8 N=9 N=10 N=11 N=12 N=13 N=14 N=15 N=16 N=17
#include "hide.h"
#include <stdio.h>

#ifdef FIXED
#define ALL(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15) DO(16) DO(17)
#define DEFINE(N) char bytes_##N[N];
ALL(DEFINE)
#define ADDRESS(N) bytes_##N,

int main(void) {
  char *globals[] = {ALL(ADDRESS)};
  int sum = 0;
  for (int size = 1; size <= 17; size++) {
    char *bytes = hide_pointer(globals[size - 1]);
    for (int i = 0; i < size; i++)
      bytes[hide(i)] += i;
    for (int i = 0; i < size; i++)
      sum += bytes[hide(i)];
  }
  printf("%d\n", sum);
  return sum != 816;
}
#else
char bytes[N];

int main(void) {
  char *first = hide_pointer(bytes);
  printf("%d\n", first[hide(N)]); //~ ERROR global-buffer-overflow
  return 0;
}
#endif
