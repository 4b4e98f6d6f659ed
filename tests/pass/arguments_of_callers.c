// Pointers that functions are given: into objects, of several objects, moved, and of objects that take another size.
//@ levels: O0 O1 O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static int table[8], other_table[8];

// From the middle: the object begins before.
static int before(int *middle) { return middle[-2] + middle[1]; }

// Of two sizes.
static void fill(char *bytes, long count) {
  for (long i = 0; i < count; i++)
    bytes[i] = (char)i;
}

// Moved by the callee.
static long sum(const int *numbers, long count) {
  long all = 0;
  for (numbers += count; count > 0; count--)
    all += *--numbers;
  return all;
}

// Replaced by the callee.
static long grown(char *bytes) {
  bytes = realloc(bytes, 100);
  memset(bytes, 1, 100);
  long last = bytes[99];
  free(bytes);
  return last;
}

// Null now and then.
static int first(const int *numbers) { return numbers ? numbers[0] : 0; }

// By a pointer, too.
static int through(int *numbers) { return numbers[7]; }

// With itself.
static int last(int *numbers, int count) { return count > 1 ? last(numbers + 1, count - 1) : numbers[0]; }

// Of another global of the same size.
static int either(int *numbers) { return numbers[7]; }

struct pair {
  int first;
  int second[3];
};

static int of_member(int *member) {
  // The whole structure is handed over by its first member.
  struct pair *pair = (struct pair *)member;
  return pair->second[2];
}

int main(void) {
  char small[10], large[100];
  struct pair pair = {1, {2, 3, 4}};
  int (*volatile pointer)(int *) = through;
  int shorter[9] = {0};
  fill(small, (long)hide(10));
  fill(large, (long)hide(100));
  touch(small);
  touch(large);
  int result = before(table + 2) + (int)sum(table, 8) + first(NULL) + first(table);
  result += through(table) + pointer(shorter + 1) + last(table, 8);
  result += either(table) + either(other_table) + of_member(&pair.first) - 4;
  return result + (int)grown(malloc(10)) - 1;
}
