// Variable-length arrays of many sizes in one place.
#include "hide.h"

int main(void) {
  for (long size = 1; size <= 50; size++) {
    char bytes[size];
    touch(bytes);
    bytes[size - 1] = 1;
    touch(bytes);
  }
  return 0;
}
