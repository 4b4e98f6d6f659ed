// An element is read by a pointer into an array that has grown and moved since; a text has its place.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
#include "hide.h"
#include "reuse.h"

struct array {
  int *items;
  int count, room;
};

NOINLINE static void push(struct array *array, int item) {
  if (array->count == array->room) {
    array->room *= 8;
    int *items = malloc(array->room * sizeof *items);
    for (int i = 0; i < array->count; i++)
      items[i] = array->items[i];
    free(array->items);
    array->items = items;
  }
  array->items[array->count++] = item;
}

struct cursor {
  int *at;
};

NOINLINE static int read_at(struct cursor *cursor) {
  return *cursor->at; //~ ERROR use-after-reuse
}

int main(void) {
  struct array array = {calloc(8, sizeof(int)), 0, 8};
  struct cursor cursor = {array.items + 3};
  void *old = hide_pointer(array.items);
  for (int i = 0; i < 9; i++)
    push(&array, i);
  in_place_of(old, 8 * sizeof(int));
#ifdef FIXED
  cursor.at = array.items + 3;
#endif
  return read_at(&cursor) - 3;
}
