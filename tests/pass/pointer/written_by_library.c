// Pointers that functions of the library write: what lay there before may have been the same address of an object that is gone.
//@ flags: -w -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
#include "hide.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wchar.h>

static char *place;
static wchar_t *wide_place;
static int ends[2];

NOINLINE static void own(char *text) { place = text + 2; }
NOINLINE static void own_wide(wchar_t *text) { wide_place = text + 2; }
NOINLINE static int look(void) { return *place; }
NOINLINE static int look_wide(void) { return *wide_place; }

// A chunk whose address `place` has from an earlier one.
NOINLINE static char *again(void) {
  char *text = malloc(32);
  own(text);
  free(text);
  text = malloc(32);
  return strcpy(text, "12x");
}

NOINLINE static void by_numbers(void) {
  char *text = again();
  strtol(text, &place, 10);
  printf("%c", look());
  free(text);
  text = again();
  strtod(text, &place);
  printf("%c", look());
  free(text);
  text = again();
  strtold(text, hide_pointer(&place));
  printf("%c", look());
  free(text);
  wchar_t *wide = malloc(32);
  own_wide(wide);
  free(wide);
  wide = malloc(32);
  wcscpy(wide, L"12y");
  wcstoul(wide, hide_pointer(&wide_place), 10);
  printf("%c\n", look_wide());
  free(wide);
}

NOINLINE static void by_reads(void) {
  char *text = again(), *sent = text + 2;
  if (write(ends[1], &sent, sizeof sent) != sizeof sent || read(ends[0], &place, sizeof place) != sizeof place)
    exit(1);
  printf("%c", look());
  free(text);
  text = again();
  sent = text + 2;
  if (send(ends[1], &sent, sizeof sent, 0) != sizeof sent || recv(ends[0], &place, sizeof place, 0) != sizeof place)
    exit(1);
  printf("%c", look());
  free(text);
  text = again();
  char number[40];
  snprintf(number, sizeof number, "%p", (void *)(text + 2));
  sscanf(number, "%p", (void **)&place);
  printf("%c\n", look());
  free(text);
}

NOINLINE static void by_events(void) {
  static struct epoll_event seen;
  char *text = malloc(32);
  seen.data.ptr = text;
  free(text);
  text = strcpy(malloc(32), "event");
  int queue = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {.ptr = text}};
  if (epoll_ctl(queue, EPOLL_CTL_ADD, ends[0], &event) || write(ends[1], "", 1) != 1 || epoll_wait(queue, &seen, 1, -1) != 1)
    exit(1);
  puts(seen.data.ptr);
  close(queue);
  free(text);
}

int main(void) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  by_numbers();
  by_reads();
  by_events();
  return 0;
}
