// Without poison in the heap nothing is found there, and nothing else is different.
//@ options: poison_heap=0
#include "hide.h"
#include <stdlib.h>

int main(void) {
  static const int sizes[] = {10, 500, 5000, 300000, 2 << 20};
  for (int index = 0; index < 5; index++) {
    volatile char *volatile block = malloc(hide(sizes[index]));
    block[sizes[index]] = 1;

    free((void *)block);
    block[3] = 2;
    char *zero = calloc(1, sizes[index]);
    if (zero[3] || zero[sizes[index] - 1])
      return 1;
    free(zero);
  }
  return 0;
}
