// Frees a chunk twice, and another part of the program has got its memory in between.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent the memory is in use again
//@ contains: allocated by thread T0 here
//@ contains: given out again
//@ contains: was a 48-byte region
//@ contains: freed by thread T0 here
//@ contains: previously allocated by thread T0 here
#include "hide.h"
#include <stdlib.h>

struct message {
  long *body;
  long length;
};

NOINLINE static void drop(struct message *message) {
  free(message->body); //~ ERROR double-free
#ifdef FIXED
  message->body = NULL;
#endif
}

int main(void) {
  struct message message = {malloc(6 * sizeof(long)), 6};
  long *old = hide_pointer(message.body), *kept[1000] = {0};
  drop(&message);
  for (int i = 0; i < 1000; i++) {
    kept[i] = malloc(6 * sizeof(long));
    if (kept[i] == old) break;
  }
  drop(&message);
  for (int i = 0; i < 1000; i++) free(kept[i]);
  return 0;
}
