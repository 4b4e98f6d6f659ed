// A C11 atomic object.
#include "hide.h"
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
  atomic_uint *counter = hide_pointer(malloc(sizeof *counter));
  atomic_init(counter, 3);
  unsigned before = atomic_fetch_sub(counter, 1);
  free(counter);
  return before != 3;
}
