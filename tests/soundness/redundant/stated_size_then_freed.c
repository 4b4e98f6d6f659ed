// The size of a parameter is stated and checked at the beginning of the function; what a call frees after that is checked again.
#include "hide.h"
#include <stdlib.h>

static int *kept;

__attribute__((noinline)) static void drop(int really) {
  if (really) {
    free(kept);
    kept = NULL;
  }
}

__attribute__((noinline)) static int second(const int numbers[static 2], int really) {
  drop(really);
  return numbers[1]; //~ ERROR heap-use-after-free
}

int main(void) {
  kept = calloc(2, sizeof *kept);
#ifdef FIXED
  int number = second(kept, hide(0));
#else
  int number = second(kept, hide(1));
#endif
  free(kept);
  return number;
}
