// The system is asked to write into the first block of the heap.
#include "hide.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int file = open("/dev/zero", O_RDONLY);
  char *block = hide_pointer(calloc(5, 1));
  long count = read(file, block + hide(2), 3);
  free(block);
  return count != 3;
}
