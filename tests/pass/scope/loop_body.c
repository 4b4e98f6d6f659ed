// A variable of the loop's body is used in the loop.
#include "hide.h"

int main(void) {
  char *last = 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    char body[10] = {0};
    touch(body);
    last = hide_pointer(body);
    sum += *(volatile char *)last;
  }
  return sum;
}
