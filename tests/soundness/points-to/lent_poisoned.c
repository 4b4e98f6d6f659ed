// Another unit poisons what it is only lent: it need not keep an address for that.
//@ levels: O2
//@ kills-mutants: points-to/entrusted
//@ aux: ../aux/poisons_what_is_lent.c
#include "hide.h"

void poison_elsewhere(__attribute__((noescape)) void *start, unsigned long size);
#ifdef FIXED
void unpoison_elsewhere(__attribute__((noescape)) void *start, unsigned long size);
#endif

static NOINLINE int number_at(unsigned long n) {
  int numbers[64] = {1};
  poison_elsewhere(numbers, sizeof numbers);
#ifdef FIXED
  unpoison_elsewhere(numbers, sizeof numbers);
#endif
  if (n >= 64)
    return 0;
  return numbers[n]; //~ ERROR use-after-poison
}

int main(void) { return number_at(hide(5)); }
