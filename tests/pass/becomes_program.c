// Children become other programs, found by their path or by name, with arguments, files and an environment that their parent chooses.
#define _GNU_SOURCE
#include "hide.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BY_LIST, BY_NAME, WITH_ENVIRONMENT, BY_VECTOR, WITHOUT_FILE, WAYS };

static void become(int way) {
  char *words[] = {"sh", "-c", "echo \"$0 $WAY\"; cat <&9", "vector", NULL};
  char *environment[] = {"WAY=own", "PATH=/bin:/usr/bin", NULL};
  switch (way) {
  case BY_LIST:
    execl("/bin/sh", "sh", "-c", "echo list $WAY; cat <&9", (char *)NULL);
    break;
  case BY_NAME:
    execlp("sh", "sh", "-c", "echo name $WAY; cat <&9", (char *)NULL);
    break;
  case WITH_ENVIRONMENT:
    execle("/bin/sh", "sh", "-c", "echo environment $WAY; cat <&9", (char *)NULL, environment);
    break;
  case BY_VECTOR:
    execvp("sh", words);
    break;
  case WITHOUT_FILE:
    fcntl(9, F_SETFD, FD_CLOEXEC);
    execl("/bin/sh", "sh", "-c", "(cat <&9) 2>/dev/null || echo closed", (char *)NULL);
    break;
  }
}

static int runs(int way, const char *expected) {
  int from[2], to[2];
  char text[100];
  if (pipe(from) != 0 || pipe(to) != 0)
    return 0;
  int child = fork();
  if (child == 0) {
    dup2(to[1], 1);
    dup2(from[0], 9);
    close(from[1]);
    close(to[0]);
    close(to[1]);
    become(way);
    _exit(9);
  }
  close(from[0]);
  close(to[1]);
  if (write(from[1], "handed over\n", 12) != 12 && way != WITHOUT_FILE)
    return 0;
  close(from[1]);
  size_t length = 0;
  ssize_t count;
  while ((count = read(to[0], text + length, sizeof text - 1 - length)) > 0)
    length += (size_t)count;
  close(to[0]);
  text[length] = 0;
  int status;
  return waitpid(child, &status, 0) == child && status == 0 && strcmp(text, expected) == 0;
}

int main(void) {
  setenv("WAY", "inherited", 1);
  // What fails comes back.
  if (execl("/no/such/program", "program", (char *)NULL) != -1 || errno != ENOENT)
    return 1;
  if (execlp("no-such-program-anywhere", "program", (char *)NULL) != -1 || errno != ENOENT)
    return 2;
  if (!runs(BY_LIST, "list inherited\nhanded over\n"))
    return 3;
  if (!runs(BY_NAME, "name inherited\nhanded over\n"))
    return 4;
  if (!runs(WITH_ENVIRONMENT, "environment own\nhanded over\n"))
    return 5;
  if (!runs(BY_VECTOR, "vector inherited\nhanded over\n"))
    return 6;
  if (!runs(WITHOUT_FILE, "closed\n"))
    return 7;
  return 0;
}
