// Writing a bit-field of the last structure.
#include "hide.h"

struct flags {
  unsigned char low : 3, high : 5;
  unsigned short wide : 9;
};

int main(void) {
  struct flags flags[6] = {{0}};
  touch(flags);
  flags[hide(5)].wide = 77;
  touch(flags);
  return 0;
}
