// Null is handed to a function that only reads.
#include "hide.h"

static NOINLINE int get(const int *from) {
  return *from;
}

int main(void) {
  int x = 1;
  get(hide_pointer(&x));
  (void)x;
  return 0;
}
