// Addresses as text.
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  static const char *const texts[] = {"127.0.0.1", "1.2.3", "0x7f.1", "010.0.0.1", "256.1.1.1", "1.2.3.4.5", "", "4294967295", "1.2.65536", "::1"};
  for (int i = 0; i < (int)(sizeof texts / sizeof *texts); i++) {
    struct in_addr address = {7};
    int known = inet_aton(texts[i], &address);
    printf("%s: %d %s %x", texts[i], known, inet_ntoa(address), inet_addr(texts[i]));
    printf(" %d\n", inet_pton(AF_INET, texts[i], &address));
  }
  struct in6_addr six;
  char text[INET6_ADDRSTRLEN];
  printf("%d %s\n", inet_pton(AF_INET6, "2001:db8:0:0:0::1", &six), inet_ntop(AF_INET6, &six, text, sizeof text));
  printf("%d %d\n", inet_ntop(AF_INET6, &six, text, 4) == NULL, errno == ENOSPC);
  printf("%d %d\n", inet_pton(99, "::", &six), errno == EAFNOSUPPORT);
  printf("%x %x\n", htonl(0x01020304), ntohs(0x0102));
  int ends[2];
  if (pipe(ends))
    return 1;
  char first[3] = "ab", second[6] = "cdefg", third[4];
  struct iovec pieces[2] = {{first, 2}, {second, 5}};
  printf("%d\n", (int)writev(ends[1], pieces, 2));
  pieces[0] = (struct iovec){third, 3};
  printf("%d %.3s %.4s\n", (int)readv(ends[0], pieces, 2), third, second);
  printf("%d", (int)readv(ends[0], pieces, 2000));
  printf(" %d\n", errno == EINVAL);
  struct winsize size;
  printf("%d", ioctl(ends[0], TIOCGWINSZ, &size));
  printf(" %d\n", errno == ENOTTY);
  errno = 0;
  printf("%d", ioctl(ends[0], TIOCSCTTY, 0));
  printf(" %d", errno == ENOTTY);
  printf(" %d", ioctl(-1, TIOCGPGRP, &size));
  printf(" %d\n", errno == EBADF);
  printf("%d %d\n", syscall(SYS_getpid) == getpid(), syscall(SYS_gettid) == getpid());
}
