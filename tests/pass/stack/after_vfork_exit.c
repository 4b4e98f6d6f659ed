// The child of vfork runs on the parent's stack, and ends there.
#include "hide.h"
#include <sys/wait.h>
#include <unistd.h>

static NOINLINE void end(void) {
  char bytes[200];
  touch(bytes);
  _exit(hide(0));
}

int main(void) {
  char bytes[8];
  touch(bytes);
  pid_t child = vfork();
  if (child == 0)
    end();
  waitpid(child, 0, 0);
  volatile char *at = hide_pointer(bytes);
  at[7] = 1;
  end();
}
