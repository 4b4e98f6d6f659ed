// A block that nobody uses is freed twice.
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  free(p);
  p = malloc(20);
  free(p);
  return 0;
}
