// Between two reads that inlining brings together the variable's scope ends.
//@ levels: O1 O2 O3
//@ kills-mutants: redundant-calls/volatile
#include "hide.h"

static int get(const int *number) { INLINED_LATE; return *number; } //~ ERROR stack-use-after-scope

int main(void) {
  int *pointer;
  int sum;
  {
    int inner[3] = {0};
    touch(inner);
    pointer = hide_pointer(inner);
    sum = get(pointer);
#ifdef FIXED
    sum += get(pointer);
#endif
  }
#ifndef FIXED
  sum += get(pointer);
#endif
  return sum;
}
