// The last constant index of a local array.
//@ levels: O2
#include "hide.h"

int main(void) {
  int numbers[4] = {0};
  touch(numbers);
  return ((volatile int *)numbers)[3];
}
