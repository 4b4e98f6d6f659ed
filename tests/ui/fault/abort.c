// abort() is reported when the option asks for it.
//@ options: handle_abort=1
//@ asan: any the place is in the C library
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  if (hide(0))
#else
  if (hide(1))
#endif
    abort(); //~ ERROR ABRT
  return 0;
}
