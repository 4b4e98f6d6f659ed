// Each phase wants chunks of another size and frees them all: memory that one size has left serves the next one.
//@ only: x86_64 what an emulator itself has would count
//@ asan: any it keeps what each size has had
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PHASE = 12 << 20, MOST_KIB = 80 << 10 };

static long resident(void) {
  long all, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2)
    exit(2);
  fclose(file);
  return pages * 4;
}

int main(void) {
  long most = 0;
  for (int day = 0; day < 2; day++)
    for (size_t size = 32; size <= 65536; size *= 2) {
      size_t count = PHASE / (size + 16);
      char **blocks = malloc(hide(count * sizeof *blocks));
      for (size_t index = 0; index < count; index++) {
        blocks[index] = calloc(1, size);
        for (size_t byte = 0; byte < size; byte += 16)
          if (blocks[index][byte])
            return 3;
        memset(blocks[index], 0xff, size);
      }
      for (size_t index = 0; index < count; index++)
        free(blocks[index]);
      free(blocks);
      long now = resident();
      most = now > most ? now : most;
    }
  if (most > MOST_KIB) {
    printf("%ld KiB for phases of %d KiB\n", most, PHASE >> 10);
    return 1;
  }
  return 0;
}
