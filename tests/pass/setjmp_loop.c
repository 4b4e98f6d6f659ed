// A loop out of setjmp and longjmp, with arrays in both functions.
#include "hide.h"
#include <setjmp.h>

static jmp_buf place;

static NOINLINE void again(int value) {
  int local[10] = {0};
  touch(local);
  longjmp(place, value + 1 + local[9]);
}

int main(void) {
  int counts[101] = {0};
  touch(counts);
  int value = setjmp(place);
  counts[value]++;
  if (value < 100)
    again(value);
  return counts[100] != 1;
}
