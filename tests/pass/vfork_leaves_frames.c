// The child of vfork ends in the middle of its frames, which lie on the parent's stack.
//@ options: detect_stack_use_after_return=0
#define _GNU_SOURCE
#include "hide.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static NOINLINE void child(int depth) {
  char local[300];
  memset(local, 1, hide(sizeof local));
  touch(local);
  if (depth > 0)
    child(depth - 1);
  else
    kill(getpid(), SIGKILL);
  touch(local);
}

static NOINLINE void fill(char *memory, long size) {
  memset(memory, 1, hide(size));
  ((volatile char *)memory)[hide(size - 1)] = 1;
}

// Does not make its own frame good, as code of other compilers does not.
__attribute__((noinline, no_sanitize("address"))) static int use(void) {
  char local[9000];
  fill(local, sizeof local);
  return local[8999];
}

int main(void) {
  pid_t process = vfork();
  if (process < 0)
    return 2;
  if (process == 0)
    child(10);
  int sum = use();
  waitpid(process, NULL, 0);
  return sum != 1;
}
