// A variable keeps the address of an array in a structure, and is indexed beyond it.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct message {
  int kind;
  char text[6];
  int end;
};

NOINLINE static int sum(struct message *message, int count) {
  int all = 0;
  char *text = message->text;
  for (int i = 0; i < count; i++)
    all += text[i]; //~ ERROR sub-object-overflow
  return all;
}

int main(void) {
  struct message message = {0};
#ifdef FIXED
  return sum(&message, 6);
#else
  return sum(&message, 7);
#endif
}
