// A function that is chosen while the program is still being loaded.
// lld 19 moves the resolver when it relaxes code for RISC-V, and the relocation still names the old place.
//@ flags: -Wl,--no-relax
//@ only: hosted nobody resolves the function on a board
#include "hide.h"

static int plain(void) {
  char local[12] = {0};
  touch(local);
  return local[hide(11)];
}

static int (*choose(void))(void) { return plain; }

static int chosen(void) __attribute__((ifunc("choose")));

int main(void) { return chosen(); }
