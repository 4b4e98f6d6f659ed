// A compare and exchange of 16 bytes, half outside.
//@ only: x86_64 the flag is this processor's
//@ flags: -mcx16
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  char *block = hide_pointer(calloc(48, 1));
#else
  char *block = hide_pointer(calloc(40, 1));
#endif
  __int128 *number = (__int128 *)(block + hide(32));
  __int128 swapped = __sync_val_compare_and_swap(number, 0, 1); //~ ERROR heap-buffer-overflow
  free(block);
  return swapped != 0;
}
