// Every byte of local objects of 1 to 17 bytes.
#include "hide.h"
#include <stdio.h>

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
}
