// Memory that may be written is written.
#include "hide.h"
#include <sys/mman.h>

int main(void) {
  void *mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return 2;
  ((volatile char *)mapped)[8] = 1;
  return 0;
}
