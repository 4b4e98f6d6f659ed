// Two neighbours in one scope.
//@ levels: O2
#include "hide.h"

static NOINLINE long at(void) {
  long *place, sum;
  {
    long numbers[2] = {1, 2};
    place = hide_pointer(numbers);
    sum = place[0];
    return sum + place[1];
  }
}

int main(void) { return at() == 77; }
