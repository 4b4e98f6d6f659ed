// Which files can be read or written.
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *unused) {
  (void)unused;
  usleep(2000);
  return write(ends[1], "x", 1) == 1 ? NULL : ends;
}

int main(void) {
  if (pipe(ends))
    return 1;
  struct pollfd files[3] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}, {-1, POLLIN, 7}};
  printf("%d", poll(files, 3, 0));
  printf(" %d %d %d\n", files[0].revents, files[1].revents, files[2].revents);
  // A number that is surely no file: the process may have been started with any others.
  int closed = dup(ends[0]);
  close(closed);
  files[2].fd = closed;
  printf("%d", poll(files, 3, 1000));
  printf(" %d\n", files[2].revents);
  printf("%d\n", poll(files, 1, 10));
  printf("%d\n", (int)write(ends[1], "hello", 5));
  printf("%d", poll(files, 1, -1));
  printf(" %d\n", files[0].revents);
  fd_set reads, writes;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_SET(ends[0], &reads);
  FD_SET(ends[1], &reads);
  FD_SET(ends[1], &writes);
  int last = ends[1] > ends[0] ? ends[1] : ends[0];
  printf("%d", select(last + 1, &reads, &writes, NULL, NULL));
  printf(" %d %d %d\n", FD_ISSET(ends[0], &reads) != 0, FD_ISSET(ends[1], &reads) != 0, FD_ISSET(ends[1], &writes) != 0);
  char text[5];
  printf("%d\n", (int)read(ends[0], text, 5));
  FD_ZERO(&reads);
  FD_SET(ends[0], &reads);
  struct timeval limit = {0, 5000};
  printf("%d", select(last + 1, &reads, NULL, NULL, &limit));
  printf(" %d\n", FD_ISSET(ends[0], &reads) != 0);
  FD_SET(closed, &reads);
  printf("%d", select(closed + 1, &reads, NULL, NULL, NULL));
  printf(" %d\n", errno == EBADF);
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  printf("%d\n", poll(files, 1, 1));
  printf("%d\n", poll(files, 1, -1));
  void *result;
  pthread_join(thread, &result);
  printf("%d\n", result == NULL);
  close(ends[1]);
  read(ends[0], text, 1);
  // A process that is just being made elsewhere may hold the other end for a moment.
  printf("%d", poll(files, 1, 10000));
  printf(" %d\n", files[0].revents == POLLHUP);
}
