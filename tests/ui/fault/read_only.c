// Memory that may only be read is written.
//@ contains: caused by a WRITE memory access
#include "hide.h"
#include <sys/mman.h>

int main(void) {
#ifdef FIXED
  void *mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#else
  void *mapped = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#endif
  if (mapped == MAP_FAILED)
    return 2;
  ((volatile char *)mapped)[8] = 1; //~ ERROR SEGV
  return 0;
}
