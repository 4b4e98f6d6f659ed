// Writes to a chunk that was freed, when its memory has been given out again.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
//@ contains: allocated by thread T0 here
//@ contains: freed by thread T0 here
//@ contains: in log_out
//@ contains: previously allocated by thread T0 here
//@ contains: in log_in
#include "hide.h"
#include <stdlib.h>

struct session {
  long user;
  long rights;
};

struct session *current;
struct session *sessions[1000];

NOINLINE static void log_in(long user) {
  current = malloc(sizeof *current);
  current->user = user;
  current->rights = 1;
}

NOINLINE static void log_out(void) {
  free(current);
#ifdef FIXED
  current = NULL;
#endif
}

NOINLINE static void grant(void) {
  if (current) current->rights = 2; //~ ERROR use-after-reuse
}

int main(void) {
  log_in(hide(7));
  struct session *old = hide_pointer(current);
  log_out();
  for (int i = 0; i < 1000; i++) {
    sessions[i] = malloc(sizeof(struct session));
    sessions[i]->rights = 0;
    if (sessions[i] == old) break;
  }
  grant();
  return 0;
}
