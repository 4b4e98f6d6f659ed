// A variable of the loop's body is used after the loop.
//@ contains: READ of size 1
#include "hide.h"

int main(void) {
  char *last = 0;
  for (int i = 0; i < 3; i++) {
    char body[10] = {0};
    touch(body);
    last = hide_pointer(body);
  }
  return *(volatile char *)last; //~ ERROR stack-use-after-scope
}
