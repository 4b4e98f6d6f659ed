// Another unit defines the constant, too: it leads to what is freed.
//@ levels: O2
//@ aux: ../aux/chooses.cpp
//@ kills-mutants: points-to/constant-here
#include "hide.h"
#include <stdlib.h>

void pool_take(int *block);
static int own[8];
static int *block;

int *block_of_this(void) { return block = static_cast<int *>(calloc(8, sizeof(int))); }

extern int *const chosen;
__attribute__((weak)) int *const chosen = own;

int main(void) {
  int *numbers = chosen, first = numbers[3];
#ifdef FIXED
  int sum = first + numbers[3];
  free(block);
  return sum;
#else
  free(block);
  return first + numbers[3]; //~ ERROR heap-use-after-free
#endif
}
