// The byte after a local object of N bytes: the last granule may be partial.
//@[bad] levels: O2
//@[bad] defines: N=1 N=2 N=3 N=4 N=5 N=6 N=7 N=8 N=9 N=10 N=11 N=12 N=13 N=14 N=15 N=16 N=17
#include "hide.h"
#include <stdio.h>

#ifdef FIXED
#define SUM_OF(N)                                                                                  \
  static NOINLINE int sum_of_##N(void) {                                                           \
    char bytes[N];                                                                                 \
    char *first = hide_pointer(bytes);                                                             \
    for (int i = 0; i < N; i++)                                                                    \
      first[hide(i)] = i;                                                                          \
    int sum = 0;                                                                                   \
    for (int i = 0; i < N; i++)                                                                    \
      sum += bytes[hide(i)];                                                                       \
    return sum;                                                                                    \
  }
#define ALL(DO) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15) DO(16) DO(17)
ALL(SUM_OF)
#define ADD(N) +sum_of_##N()

int main(void) {
  int sum = 0 ALL(ADD);
  printf("%d\n", sum);
  return sum != 816;
#else
int main(void) {
  char bytes[N];
  for (int i = 0; i < N; i++)
    bytes[i] = i;
  char *first = hide_pointer(bytes);
  printf("%d\n", first[hide(N)]); //~ ERROR stack-buffer-overflow
  return 0;
#endif
}
