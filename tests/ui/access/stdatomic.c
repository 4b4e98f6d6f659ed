// A C11 atomic object in freed memory.
#include "hide.h"
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
  atomic_uint *counter = hide_pointer(malloc(sizeof *counter));
  atomic_init(counter, 3);
#ifdef FIXED
  unsigned before = atomic_fetch_sub(counter, 1);
  free(counter);
#else
  free(counter);
  unsigned before = atomic_fetch_sub(counter, 1); //~ ERROR heap-use-after-free
#endif
  return before != 3;
}
