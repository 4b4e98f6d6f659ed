// A block that nobody uses is freed by its second byte.
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  free(p);
  return 0;
}
