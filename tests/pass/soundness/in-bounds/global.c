// The last constant index of a global array.
//@ levels: O2
#include "hide.h"

static int numbers[10];

int main(void) {
  touch(numbers);
  return ((volatile int *)numbers)[9];
}
