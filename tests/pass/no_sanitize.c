// Functions that ask not to be checked are not, whatever they touch.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

static char global[13];

UNCHECKED static int read_behind(const char *bytes, long index) { return bytes[index]; }

UNCHECKED static void write_back(volatile char *bytes, long index) { bytes[index] = bytes[index]; }

UNCHECKED static int old_spelling(const int *number)
    __attribute__((no_sanitize_address));
UNCHECKED static int old_spelling(const int *number) { return number[1]; }

int main(void) {
  char local[13] = {0};
  char *heap = calloc(13, 1);
  int number = 0;
  touch(local);
  touch(heap);
  int sum = 0;
  char *objects[] = {local, heap, global};
  for (int i = 0; i < 3; i++) {
    sum += read_behind(objects[i], hide(13)) & 0;
    sum += read_behind(objects[i], hide(-1)) & 0;
    write_back(objects[i], hide(14));
  }
  sum += old_spelling(&number) & 0;
  free(heap);
  sum += read_behind(heap, hide(2)) & 0;
  return sum;
}
