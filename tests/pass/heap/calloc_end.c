// Within a calloc'ed block, which is zero.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(calloc(3, 7));
  return bytes[hide(20)];
}
