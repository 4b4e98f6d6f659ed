// The child of vfork runs on the parent's stack, and ends there; what protects the parent's frames stays.
//@ asan: silent it makes all of the stack good when the child ends
#include "hide.h"
#include <sys/wait.h>
#include <unistd.h>
#ifdef FIXED

static NOINLINE void end(void) {
  char bytes[200];
  touch(bytes);
  _exit(hide(0));
}
#endif

int main(void) {
  char bytes[8];
  touch(bytes);
  pid_t child = vfork();
  if (child == 0)
#ifdef FIXED
    end();
  waitpid(child, 0, 0);
  volatile char *at = hide_pointer(bytes);
  at[7] = 1;
  end();
#else
    _exit(0);
  waitpid(child, 0, 0);
  volatile char *at = hide_pointer(bytes);
  at[8] = 1; //~ ERROR stack-buffer-overflow
  touch(bytes);
  return 0;
#endif
}
