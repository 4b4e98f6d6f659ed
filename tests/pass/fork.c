// Parent and child both go on with the heap they share a picture of.
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static NOINLINE int work(char *inherited) {
  for (int i = 0; i < 100; i++) {
    char *block = malloc(hide(i * 7 + 1));
    memset(block, 1, i * 7 + 1);
    free(block);
  }
  int right = inherited[9] == 3;
  free(inherited);
  return !right;
}

int main(void) {
  char *inherited = malloc(10);
  inherited[9] = 3;
  pid_t child = fork();
  if (child < 0)
    return 2;
  int failed = work(inherited);
  if (child == 0)
    _exit(failed);
  int status;
  waitpid(child, &status, 0);
  return failed || status != 0;
}
