// Elements of which parts are poisoned by hand, and left alone by the comparison, are searched.
#include "hide.h"
#include <stddef.h>
#include <stdlib.h>

void __asan_poison_memory_region(const volatile void *, size_t);
void __asan_unpoison_memory_region(const volatile void *, size_t);

struct element {
  long key;
  long hidden[2];
};

static int in_order(const void *a, const void *b) {
  return (int)(*(const long *)a - ((const struct element *)b)->key);
}

int main(void) {
  size_t count = (size_t)hide(9);
  struct element *elements = calloc(count, sizeof *elements);
  for (size_t i = 0; i < count; i++) {
    elements[i].key = (long)i;
    __asan_poison_memory_region(elements[i].hidden, sizeof elements[i].hidden);
  }
  long wanted = hide(7);
  struct element *found = bsearch(&wanted, elements, count, sizeof *elements, in_order);
  size_t place = (size_t)(found - elements);
  __asan_unpoison_memory_region(elements, count * sizeof *elements);
  free(elements);
  return place != 7;
}
