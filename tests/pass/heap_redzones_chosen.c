// Redzones are as wide as the options say.
//@ options: redzone=512 max_redzone=512
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

enum { BLOCKS = 40 };

int main(void) {
  static char *blocks[BLOCKS];
  for (int index = 0; index < BLOCKS; index++)
    blocks[index] = malloc(hide(24));
  for (int one = 0; one < BLOCKS; one++)
    for (int other = 0; other < one; other++) {
      long distance = labs((long)blocks[one] - (long)blocks[other]);
      if (distance < 512) {
        printf("%ld bytes apart\n", distance);
        return 1;
      }
    }
  return 0;
}
