// An increment.
#include "hide.h"

int main(void) {
  int counts[26] = {0};
  touch(counts);
  counts[hide(25)]++;
  touch(counts);
  return 0;
}
