// The system is asked to write below the first chunk of the heap, where nothing can be written: it refuses.
//@ asan: silent nothing of its heap lies there
//@ contains: before 5-byte region
//@ contains: in read
#include "hide.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int file = open("/dev/zero", O_RDONLY);
  char *block = hide_pointer(calloc(5, 1));
#ifdef FIXED
  long count = read(file, block + hide(2), 3);
#else
  long count = read(file, block + hide(-300), 3); //~ ERROR heap-buffer-overflow
#endif
  free(block);
  return count != 3;
}
