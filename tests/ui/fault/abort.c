// abort() is reported when the option asks for it.
//@ options: handle_abort=1
//@ asan: any the place is in the C library
#include "hide.h"
#include <stdlib.h>

int main(void) {
  if (hide(1))
    abort(); //~ ERROR ABRT
  return 0;
}
