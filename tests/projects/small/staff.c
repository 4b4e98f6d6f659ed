// Records of 28 bytes that are sorted by the C library's qsort in several orders, and looked up by bsearch.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define COUNT 3000

struct person {
  char name[12];
  uint32_t number;
  int32_t age, salary, unit;
};

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}

static int by_unit(const void *a, const void *b) {
  const struct person *one = a, *other = b;
  if (one->unit != other->unit)
    return one->unit < other->unit ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

static int by_number(const void *a, const void *b) {
  const struct person *one = a, *other = b;
  return one->number < other->number ? -1 : one->number > other->number;
}

uint32_t run(int rounds) {
  struct person *all = allocate(COUNT * sizeof *all);
  uint32_t state = 31, sum = 0;
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < COUNT; i++) {
      for (int k = 0; k < 11; k++)
        all[i].name[k] = (char)('a' + next(&state) % 3);
      all[i].name[11] = 0;
      all[i].number = i;
      all[i].age = 20 + next(&state) % 45;
      all[i].salary = all[i].age * 100;
      all[i].unit = next(&state) % 20;
    }
    qsort(all, COUNT, sizeof *all, by_name);
    for (int i = 0; i < COUNT; i++)
      sum = sum * 31 + all[i].number;
    qsort(all, COUNT, sizeof *all, by_unit);
    for (int i = 1; i < COUNT; i++)
      if (all[i].unit == all[i - 1].unit)
        sum += all[i].salary - all[i - 1].salary;
    qsort(all, COUNT, sizeof *all, by_number);
    for (int i = 0; i < COUNT; i++) {
      struct person key = {.number = next(&state) % COUNT};
      const struct person *found = bsearch(&key, all, COUNT, sizeof *all, by_number);
      sum = sum * 31 + (found ? found->age : 0);
    }
  }
  free(all);
  return sum;
}
