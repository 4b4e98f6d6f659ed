// The report names the right one of several objects.
//@ contains: 'middle'
#include "hide.h"

int main(void) {
  char first[24] = {0}, middle[24] = {0}, last[24] = {0};
  touch(first);
  touch(middle);
  touch(last);
  char *bytes = hide_pointer(middle);
#ifdef FIXED
  bytes[hide(23)] = 1;
#else
  bytes[hide(24)] = 1; //~ ERROR stack-buffer-overflow
#endif
  touch(bytes);
  return first[0] + last[0];
}
