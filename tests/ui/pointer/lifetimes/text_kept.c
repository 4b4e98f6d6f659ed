// The name that a session keeps is freed by who gave it, and another name gets its memory.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
#include "hide.h"
#include "reuse.h"
#include <string.h>

struct session {
  char *name;
};

NOINLINE static void open(struct session *session, char *name) {
#ifdef FIXED
  session->name = strdup(name);
#else
  session->name = name;
#endif
}

NOINLINE static char initial(struct session *session) {
  return session->name[0]; //~ ERROR use-after-reuse
}

int main(void) {
  struct session session;
  char *name = malloc(24);
  memcpy(name, "administrator", 14);
  open(&session, name);
  void *old = hide_pointer(name);
  free(name);
  in_place_of(old, 24);
  return initial(&session) - 'a';
}
