// A member of null is read for nothing.
#include "hide.h"

struct pair {
  int first, second;
};

int main(void) {
  struct pair one = {1, 2}, *p = hide_pointer(&one);
  (void)p->second;
  (void)one;
  return 0;
}
