// Behind a string.
#include "hide.h"

int main(void) {
  (void)"abc"[hide(3)];
  return 0;
}
