// A function frees what its caller goes on to use, when another chunk has the memory.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
#include "hide.h"
#include "reuse.h"

struct message {
  long length;
  char text[24];
};

static struct message *last;

NOINLINE static void send_message(struct message *message) {
  last = hide_pointer(message);
#ifndef FIXED
  free(message);
  last = in_place_of(last, sizeof *last);
#endif
}

NOINLINE static long length_of(struct message *message) {
  send_message(message);
  return message->length; //~ ERROR use-after-reuse
}

int main(void) {
  struct message *message = calloc(1, sizeof *message);
  message->length = hide(5);
  return length_of(message) != 5;
}
