// Another unit poisons the array, whose address lies in a struct that it gets.
//@ levels: O2
//@ aux: ../aux/poisons_number.c
//@ kills-mutants: capture/stored
#include "hide.h"

struct handle {
  volatile int *start;
  long bytes;
};

void poison_handle_of(struct handle *handle);

static NOINLINE int at(unsigned long which) {
  volatile int numbers[8] = {1};
  struct handle handle = {numbers, 16};
  poison_handle_of(&handle);
  if (which >= 8)
    return 0;
  return numbers[which]; //~ ERROR use-after-poison
}

#ifdef FIXED
int main(void) { return at(hide(5)) == 77; }
#else
int main(void) { return at(hide(1)) == 77; }
#endif
