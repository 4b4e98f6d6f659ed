// What a parent learns of its children: what they write into a pipe, their statuses, the signals that end them. Each has a copy of the memory.
#include "hide.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int *shared;

static NOINLINE int child(int to, int number) {
  *shared += number;
  char text[32];
  int length = snprintf(text, sizeof text, "%d\n", *shared);
  return write(to, text, length) == length ? number : 99;
}

int main(void) {
  shared = malloc(sizeof *shared);
  *shared = hide(40);
  int ends[2], status;
  if (pipe(ends))
    return 2;
  for (int number = 1; number <= 3; number++) {
    pid_t process = fork();
    if (process == 0) {
      close(ends[0]);
      _exit(child(ends[1], number));
    }
    // One after the other, so that the lines are in order.
    if (waitpid(process, &status, 0) != process || !WIFEXITED(status) || WEXITSTATUS(status) != number)
      return 3;
  }
  close(ends[1]);
  char lines[32] = "";
  size_t length = 0;
  for (ssize_t read_; (read_ = read(ends[0], lines + length, sizeof lines - 1 - length)) > 0;)
    length += read_;
  close(ends[0]);
  if (strcmp(lines, "41\n42\n43\n") || *shared != 40)
    return 4;
  pid_t process = fork();
  if (process == 0)
    for (;;)
      pause();
  if (waitpid(process, &status, WNOHANG) != 0 || kill(process, 0))
    return 5;
  kill(process, SIGKILL);
  if (wait(&status) != process || !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
    return 6;
  if (fork() == 0) {
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
  }
  if (wait(&status) < 0 || !WIFSIGNALED(status) || WTERMSIG(status) != SIGTERM)
    return 7;
  if (wait(&status) != -1 || errno != ECHILD)
    return 8;
  free(shared);
  return 0;
}
