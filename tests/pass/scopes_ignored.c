// Scopes do not count where clang's flag says so.
//@ flags: -fno-sanitize-address-use-after-scope

#include "hide.h"

int main(void) {
  char *kept;
  {
    char array[9] = {0};
    kept = array;
    touch(array);
  }
  return *(volatile char *)kept;
}
