// The chunk is freed by another name.
//@ levels: O2
//@ kills-mutants: non-escaping/freed non-escaping/merged
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile char *first = malloc(8), *second = malloc(8);
  first[0] = second[0] = 1;
#ifdef FIXED
  free((void *)(hide(0) ? first : second));
  int sum = first[0];
  free((void *)first);
  return sum == 77;
#else
  free((void *)(hide(1) ? first : second));
  return first[0] == 77; //~ ERROR heap-use-after-free
#endif
}
