// Handlers run while a function waits that blocks all other signals. Where address space is limited, they may be the first to touch
// memory whose shadow is not there yet.
//@ asan: any its shadow does not fit
#define _GNU_SOURCE
#include "hide.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/select.h>

// As much memory as has shadow that is given back as a whole.
static const unsigned long AREA = 8ul << 20;
enum { AREAS = 64 };
static char *memory;
static int handled;

static void on_signal(int number) {
  volatile char *at = hide_pointer(memory + handled * AREA);
  at[hide(100)] = (char)number;
  handled++;
}

int main(void) {
  memory = mmap(NULL, AREAS * AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 1;
  struct rlimit limit = {40ul << 30, 40ul << 30};
  if (setrlimit(RLIMIT_AS, &limit)) return 2;
  struct sigaction action = {.sa_handler = on_signal};
  sigfillset(&action.sa_mask);
  sigaction(SIGUSR1, &action, NULL);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  sigfillset(&mask);
  sigdelset(&mask, SIGUSR1);
  int epoll = epoll_create1(0);
  struct epoll_event event;
  struct timespec time = {10, 0};
  for (int round = 0; round < 8; round++) {
    errno = 0;
    raise(SIGUSR1);
    int result = 0;
    switch (round & 3) {
    case 0: result = sigsuspend(&mask); break;
    case 1: result = ppoll(NULL, 0, &time, &mask); break;
    case 2: result = pselect(0, NULL, NULL, NULL, &time, &mask); break;
    case 3: result = epoll_pwait(epoll, &event, 1, 10000, &mask); break;
    }
    if (result != -1 || errno != EINTR || handled != round + 1) return 3 + round;
  }
  // What was handed in is as it was.
  return !sigismember(&mask, SIGSEGV) || sigismember(&mask, SIGUSR1);
}
