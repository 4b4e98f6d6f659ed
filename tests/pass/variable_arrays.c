// Variable-length arrays and allocas, left by every road.
#include "hide.h"
#include <alloca.h>
#include <string.h>

static NOINLINE int leave_early(long size) {
  for (long i = 1; i < size; i++) {
    char bytes[i];
    memset(bytes, i, i);
    touch(bytes);
    if (i == 30)
      return bytes[i - 1];
    if (i % 3 == 0)
      continue;
    if (i > 40)
      goto out;
  }
out:
  return 0;
}

static NOINLINE int both(long size) {
  char *kept = alloca(size);
  memset(kept, 1, size);
  int sum = 0;
  for (long i = 1; i < size; i++) {
    short inner[i];
    inner[i - 1] = 2;
    touch(inner);
    char *more = alloca(i);
    memset(more, 3, i);
    touch(more);
    sum += inner[i - 1] + kept[i];
  }
  touch(kept);
  return sum;
}

__attribute__((noinline, no_sanitize("address"))) static void plain(void) {
  char all[20000];
  memset(hide_pointer(all), 0, hide(sizeof all));
  touch(all);
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    sum += leave_early(hide(100)) - 30;
    sum += both(hide(50)) - 49 * 3;
    plain();
  }
  return sum;
}
