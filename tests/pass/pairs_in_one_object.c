// Order and distance of pointers into one object: of each kind, small and large, up to the byte behind the last.
//@ flags: -fsanitize=address,pointer-compare,pointer-subtract
//@ options: detect_invalid_pointer_pairs=2
//@ asan: any the byte behind a large stack object counts as another object's
#include "hide.h"
#include <alloca.h>
#include <stdlib.h>

static char small[7], large[70000];
static _Thread_local char own[5000];

static NOINLINE void look(char *start, long size) {
  char *end = start + hide(size);
  long count = 0;
  for (long at = 0; at <= size; at++)
    count += end - &start[at] == size - at && &start[at] >= start && !(&start[at] > end);
  if (count != size + 1 || start - end != -size)
    abort();
  touch(&count);
}

static NOINLINE void look_at_stack(char *of_caller, long size, long variable) {
  char little[9], big[9000], *array = alloca(variable);
  touch(little);
  look(of_caller, size);
  look(little, sizeof little);
  look(big, sizeof big);
  look(array, variable);
}

int main(int count, char **arguments) {
  char of_main[6000];
  look_at_stack(of_main, sizeof of_main, 5000);
  look_at_stack(of_main, 10, 20);
  look(small, sizeof small);
  look(large, sizeof large);
  look(own, sizeof own);
  for (long size = 1; size < 1 << 16; size = size * 3 + 1) {
    char *block = malloc(size);
    look(block, size);
    free(block);
  }
  // What the checker knows nothing of.
  look(arguments[0], 1);
  int in_order = (char *)hide_pointer((void *)8) < (char *)hide_pointer((void *)100000);
  return in_order && count ? 0 : 1;
}
