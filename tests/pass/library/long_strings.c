// Long strings are checked to the last byte, though they are not walked through for it.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

enum { LENGTH = 5000 };

// A block of so many characters of the same kind.
static char *text(size_t size) { return memset(malloc(size), 'x', size); }
static wchar_t *wide(size_t size) { return wmemset(malloc(size * sizeof(wchar_t)), 'x', size); }

int main(void) {
  // Room for all in `to`, an end in `open`.
  char *to = hide_pointer(malloc(LENGTH + 1)), *whole = hide_pointer(text(LENGTH + 1)), *open = hide_pointer(text(LENGTH + 1));
  wchar_t *wide_to = hide_pointer(malloc((LENGTH + 1) * sizeof(wchar_t)));
  wchar_t *wide_whole = hide_pointer(wide(LENGTH + 1)), *wide_open = hide_pointer(wide(LENGTH + 1));
  char *room = hide_pointer(malloc(4 * LENGTH)), *twin = hide_pointer(text(2 * LENGTH));
  wchar_t *wide_room = hide_pointer(malloc(4 * LENGTH * sizeof(wchar_t))), *wide_twin = hide_pointer(wide(2 * LENGTH));
  to[0] = whole[LENGTH] = open[LENGTH] = twin[2 * LENGTH - 1] = room[0] = 0;
  wide_whole[LENGTH] = wide_open[LENGTH] = wide_twin[2 * LENGTH - 1] = 0;
  strcpy(to, whole);
  strcpy(room, open);
  stpcpy(to, whole);
  to[0] = room[0] = 0;
  strcat(to, whole);
  strcat(room, open);
  wcscpy(wide_to, wide_whole);
  wcpcpy(wide_room, wide_open);
  touch((void *)(long)strcasecmp(open, twin));
  touch((void *)(long)strcasecmp(twin, open));
  touch((void *)(long)strstr(open, "xy"));
  touch((void *)(long)strrchr(open, 'y'));
  touch((void *)(long)strpbrk(open, "yz"));
  touch((void *)(long)strdup(open));
  snprintf(room, 9, "%s", open);
  touch((void *)(long)wcscmp(wide_twin, wide_open));
  return 0;
}
