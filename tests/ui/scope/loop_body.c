// A variable of the loop's body is used after the loop.
//@ contains: READ of size 1
#include "hide.h"

int main(void) {
  char *last = 0;
#ifdef FIXED
  int sum = 0;
#endif
  for (int i = 0; i < 3; i++) {
    char body[10] = {0};
    touch(body);
    last = hide_pointer(body);
#ifdef FIXED
    sum += *(volatile char *)last;
#endif
  }
#ifdef FIXED
  return sum;
#else
  return *(volatile char *)last; //~ ERROR stack-use-after-scope
#endif
}
