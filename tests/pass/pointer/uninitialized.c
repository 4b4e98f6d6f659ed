// Pointers that were never written are copied, passed, and overwritten. That is no error: nobody uses them.
//@ flags: -w -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

struct part {
  int kind;
  union {
    int number;
    char *text;
  };
  struct part *next, *unused;
};
struct table {
  struct part *parts[200];
  int used;
};

// Members that are not set are copied along, as bytes and as a whole.
NOINLINE static struct part make(int kind) {
  struct part part;
  part.kind = kind;
  part.next = 0;
  return part;
}
NOINLINE static int copies(void) {
  struct part one = make(1), two = one, three;
  memcpy(&three, &two, sizeof three);
  struct part *kept = malloc(sizeof *kept);
  *kept = three;
  struct part other = *kept;
  free(kept);
  return other.kind == 1 && other.next == 0;
}

// Passed and returned without a use.
NOINLINE static void *same(void *a) { return a; }
NOINLINE static int passed(void) {
  int *never, *places[2];
  places[0] = same(never);
  places[1] = places[0];
  return sizeof places > 0;
}

// Written by others before it is used.
NOINLINE static void set(char **text, struct part *part) {
  *text = "abc";
  part->text = "def";
  part->unused = part->next = part;
}
NOINLINE static int written_by_callee(void) {
  char *text;
  struct part part;
  set(&text, &part);
  return text[1] == 'b' && part.next->unused->text[2] == 'f';
}

// Arrays whose first elements alone are set, of few and of many pointers.
NOINLINE static int arrays(int count) {
  char *few[8];
  struct table many;
  struct part part = make(7);
  for (int i = 0; i < count; i++)
    few[i] = "x", many.parts[i] = &part;
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += few[i][0] + many.parts[i]->kind;
  return sum == count * ('x' + 7);
}

// Over a jump into a scope, and back to before a declaration.
NOINLINE static int jumps(int n) {
  int number = n, rounds = 0;
  switch (n) {
    int *inner;
  case 1:
    inner = &number;
    return *inner;
  default:
    inner = &rounds;
  again:
    *inner += 1;
    if (rounds < 3)
      goto again;
  }
  return rounds;
}

// Kept over longjmp: written before setjmp, or volatile.
static jmp_buf place;
NOINLINE static void leave(void) { longjmp(place, 1); }
NOINLINE static int over_longjmp(void) {
  int number = 5;
  int *before = &number;
  int *volatile after;
  if (setjmp(place) == 0) {
    after = &number;
    leave();
  }
  return *before + *after;
}

NOINLINE static int listed(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += *va_arg(list, int *) + *va_arg(copy, int *);
  va_end(list);
  va_end(copy);
  return sum;
}

// The system reads only the members that it is told of.
NOINLINE static int told(void) {
  struct sigaction action;
  action.sa_handler = SIG_IGN;
  action.sa_flags = 0;
  sigemptyset(&action.sa_mask);
  struct iovec piece = {"", 0};
  struct msghdr message;
  message.msg_iov = &piece;
  message.msg_iovlen = 1;
  message.msg_namelen = 0;
  return sigaction(SIGUSR1, &action, 0) == 0 && raise(SIGUSR1) == 0 && message.msg_iovlen == 1;
}

// Memory of malloc that is set later, or never asked for; a pointer that a union holds no more.
NOINLINE static int chunks(void) {
  struct part **parts = malloc(4 * sizeof *parts), *first = malloc(sizeof *first);
  first->number = 3;
  parts[2] = first;
  parts = realloc(parts, 8 * sizeof *parts);
  int number = parts[2]->number;
  free(parts);
  free(first);
  return number;
}

int main(void) {
  int one = 1, two = 2;
  if (!copies() || !passed() || !written_by_callee() || !arrays((int)hide(5)))
    return 1;
  if (jumps((int)hide(1)) != 1 || jumps((int)hide(2)) != 3 || over_longjmp() != 10)
    return 2;
  if (listed(2, &one, &two) != 6 || !told() || chunks() != 3)
    return 3;
  return 0;
}
