// An allocator of the program's own cuts pieces from one chunk, with headers before them.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

struct header {
  size_t size;
  struct header *next;
};

static char *arena, *position;
static struct header *freed;

static NOINLINE void *take(size_t size) {
  for (struct header **link = &freed; *link; link = &(*link)->next)
    if ((*link)->size >= size) {
      struct header *found = *link;
      *link = found->next;
      return found + 1;
    }
  struct header *fresh = (struct header *)position;
  position += sizeof *fresh + (size + 15) / 16 * 16;
  fresh->size = size;
  return fresh + 1;
}

static NOINLINE void give(void *piece) {
  struct header *header = (struct header *)piece - 1;
  header->next = freed;
  freed = header;
}

int main(void) {
  arena = position = malloc(1 << 16);
  char *pieces[50];
  for (int i = 0; i < 50; i++) {
    pieces[i] = take(hide(i * 10 + 1));
    memset(pieces[i], i, i * 10 + 1);
  }
  for (int i = 0; i < 50; i += 2)
    give(pieces[i]);
  for (int i = 0; i < 50; i += 2)
    pieces[i] = memset(take(hide(i * 10 + 1)), i, i * 10 + 1);
  int right = pieces[49][490] == 49 && pieces[48][480] == 48;
  free(arena);
  return !right;
}
