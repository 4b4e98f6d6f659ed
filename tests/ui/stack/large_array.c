// Behind an array of 100001 bytes.
//@ contains: 'bytes'
#include "hide.h"

static NOINLINE void fill(volatile char *bytes, long count) {
  for (long i = 0; i < count; i++)
    bytes[i] = 1; //~ ERROR stack-buffer-overflow
}

int main(void) {
  char bytes[100001];
#ifdef FIXED
  fill(bytes, hide(100001));
#else
  fill(bytes, hide(100002));
#endif
  return bytes[100000] != 1;
}
