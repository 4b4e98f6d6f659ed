// A table holds pointers from the start; one of them is followed into another variable.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"

static int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
static int secrets[8] = {1, 4, 9, 16, 25, 36, 49, 64};

struct table {
  const char *name;
  int *numbers;
};
struct table tables[] = {{"primes", primes}, {"secrets", secrets}};

NOINLINE static int look_up(struct table *table, long index) {
  return table->numbers[index]; //~ ERROR cross-object-access
}

int main(void) {
  struct table *table = hide_pointer(tables);
  long distance = table[1].numbers - table[0].numbers;
#ifdef FIXED
  distance = 0;
#endif
  return look_up(table, distance + hide(2)) + look_up(table + 1, 2) > 100;
}
