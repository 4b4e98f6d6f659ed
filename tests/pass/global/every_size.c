// Every byte of globals of 1 to 17 bytes.
#include "hide.h"
#include <stdio.h>

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
