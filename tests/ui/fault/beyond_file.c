// A mapping is read behind the end of its file.
#define _GNU_SOURCE
#include "hide.h"
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  int file = memfd_create("short", 0);
  if (file < 0 || ftruncate(file, 10) != 0)
    return 2;
  volatile char *mapped = mmap(0, 8192, PROT_READ, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED)
    return 2;
#ifdef FIXED
  return mapped[hide(500)];
#else
  return mapped[hide(5000)]; //~ ERROR BUS
#endif
}
