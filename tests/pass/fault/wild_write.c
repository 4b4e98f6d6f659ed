// A number that is a pointer is taken for one.
#include "hide.h"

int main(void) {
  static long place;
  long number = hide((long)&place);
  *(volatile long *)number = 7;
  return place != 7;
}
