// Writing a bit-field reads and writes its unit, which is outside.
#include "hide.h"

struct flags {
  unsigned char low : 3, high : 5;
  unsigned short wide : 9;
};

int main(void) {
  struct flags flags[6] = {{0}};
  touch(flags);
#ifdef FIXED
  flags[hide(5)].wide = 77;
#else
  flags[hide(6)].wide = 77; //~ ERROR stack-buffer-overflow
#endif
  touch(flags);
  return 0;
}
