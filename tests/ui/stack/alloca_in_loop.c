// One of many allocas is overrun.
#include "hide.h"
#include <alloca.h>

int main(void) {
  char *blocks[20];
  for (int i = 0; i < 20; i++) {
    blocks[i] = alloca(hide(i + 1));
    blocks[i][i] = i;
  }
  touch(blocks);
  for (int i = 0; i < 20; i++)
    if (blocks[i][i] != i)
      return 2;
  char *one = hide_pointer(blocks[11]);
#ifdef FIXED
  one[hide(11)] = 1;
#else
  one[hide(12)] = 1; //~ ERROR dynamic-stack-buffer-overflow
#endif
  touch(one);
  return 0;
}
