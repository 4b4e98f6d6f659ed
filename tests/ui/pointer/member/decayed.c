// An array that decays and is indexed by addition, in one expression.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct message {
  int kind;
  char text[6];
  int end;
};

NOINLINE static char at(struct message *message, int index) {
  return *(message->text + index); //~ ERROR sub-object-overflow
}

int main(void) {
  struct message message = {0};
#ifdef FIXED
  return at(&message, 5);
#else
  return at(&message, 6);
#endif
}
