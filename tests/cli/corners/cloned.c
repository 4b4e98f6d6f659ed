// Children that share the memory and have a stack of their own: they end in the middle of frames, or fail to be another program.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define NEED(condition) do { if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); exit(9); } } while (0)
enum { STACK = 1 << 16 };
static int *volatile kept;
static int how;
__attribute__((noinline)) static int frames(int depth, int ends) {
  int array[20];
  kept = array;
  for (int i = 0; i < 20; i++) kept[i] = depth;
  if (depth == 0 && ends) _exit(7);
  int below = depth ? frames(depth - 1, ends) : 0;
  return below + array[2] - depth;
}
static int child(void *unused) {
  if (how & 1) frames(10, 1);
  if (how & 2) execl("/nonexistent", "x", (char *)0);
  return frames(10, 0);
}
int main(void) {
  for (how = 0; how < 8; how++) {
    for (int round = 0; round < 6; round++) {
      char *stack = malloc(STACK);
      int flags = SIGCHLD | CLONE_VM | (how & 4 ? CLONE_FILES | CLONE_FS : CLONE_VFORK), status;
      pid_t id = clone(child, stack + STACK, flags, 0);
      NEED(id > 0 && waitpid(id, &status, 0) == id && WIFEXITED(status));
      NEED(WEXITSTATUS(status) == (how & 1 ? 7 : 0));
      // What the child has left behind is in nobody's way.
      memset(stack, 0, STACK);
      NEED(frames(30, 0) == 0);
      free(stack);
    }
  }
  for (int round = 0; round < 10; round++) {
    int status;
    pid_t id = vfork();
    if (id == 0) {
      execl("/nonexistent", "x", (char *)0);
      _exit(127);
    }
    NEED(waitpid(id, &status, 0) == id && WEXITSTATUS(status) == 127 && frames(30, 0) == 0);
    char *words[] = {"x", 0};
    NEED(posix_spawn(&id, "/nonexistent", 0, 0, words, 0) == ENOENT && frames(30, 0) == 0);
  }
  puts("done");
  return 0;
}
