// Several objects.
#include "hide.h"

int main(void) {
  char first[24] = {0}, middle[24] = {0}, last[24] = {0};
  touch(first);
  touch(middle);
  touch(last);
  char *bytes = hide_pointer(middle);
  bytes[hide(23)] = 1;
  touch(bytes);
  return first[0] + last[0];
}
