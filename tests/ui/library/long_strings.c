// Long strings are checked to the last byte, though they are not walked through for it.
//@ only: hosted fewer functions of the library are checked on boards
//@ flags: -fno-builtin
//@[bad] levels: O2
//@[bad] defines: CASE=1 CASE=2 CASE=3 CASE=4 CASE=5 CASE=6 CASE=7 CASE=8 CASE=9 CASE=10 CASE=11 CASE=12 CASE=13 CASE=14 CASE=15
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#ifdef FIXED

enum { LENGTH = 5000 };

// A chunk of so many characters of the same kind.
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
#else

#if CASE == 1
#define CALL strcpy(to, whole)
#elif CASE == 2
#define CALL strcpy(room, open)
#elif CASE == 3
#define CALL stpcpy(to, whole)
#elif CASE == 4
#define CALL strcat(to, whole)
#elif CASE == 5
#define CALL strcat(room, open)
#elif CASE == 6
#define CALL wcscpy(wide_to, wide_whole)
#elif CASE == 7
#define CALL wcpcpy(wide_room, wide_open)
#elif CASE == 8
#define CALL strcasecmp(open, twin)
#elif CASE == 9
#define CALL strcasecmp(twin, open)
#elif CASE == 10
#define CALL strstr(open, "xy")
#elif CASE == 11
#define CALL strrchr(open, 'y')
#elif CASE == 12
#define CALL strpbrk(open, "yz")
#elif CASE == 13
#define CALL strdup(open)
#elif CASE == 14
#define CALL snprintf(room, 9, "%s", open)
#elif CASE == 15
#define CALL wcscmp(wide_twin, wide_open)
#endif

enum { LENGTH = 5000 };

// A chunk of so many characters of the same kind.
static char *text(size_t size) { return memset(malloc(size), 'x', size); }
static wchar_t *wide(size_t size) { return wmemset(malloc(size * sizeof(wchar_t)), 'x', size); }

int main(void) {
  // One byte or character too few in `to`, no end in `open`.
  char *to = hide_pointer(malloc(LENGTH)), *whole = hide_pointer(text(LENGTH + 1)), *open = hide_pointer(text(LENGTH));
  wchar_t *wide_to = hide_pointer(malloc(LENGTH * sizeof(wchar_t)));
  wchar_t *wide_whole = hide_pointer(wide(LENGTH + 1)), *wide_open = hide_pointer(wide(LENGTH));
  char *room = hide_pointer(malloc(4 * LENGTH)), *twin = hide_pointer(text(2 * LENGTH));
  wchar_t *wide_room = hide_pointer(malloc(4 * LENGTH * sizeof(wchar_t))), *wide_twin = hide_pointer(wide(2 * LENGTH));
  to[0] = whole[LENGTH] = twin[2 * LENGTH - 1] = room[0] = 0;
  wide_whole[LENGTH] = wide_twin[2 * LENGTH - 1] = 0;
  long kept = (long)CALL; //~ ERROR heap-buffer-overflow
  touch((void *)kept);
#endif
  return 0;
}
