// abort() is not reached.
//@ options: handle_abort=1
//@ asan: any the place is in the C library
#include "hide.h"
#include <stdlib.h>

int main(void) {
  if (hide(0))
    abort();
  return 0;
}
