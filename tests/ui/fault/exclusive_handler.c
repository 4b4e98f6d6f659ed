// A handler that the program sets is not installed where the option says so.
//@[bad] options: handle_segv=2
//@[fixed] options: handle_segv=1
#include "hide.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;

static void handler(int signal) { siglongjmp(place, signal); }

int main(void) {
  struct sigaction action = {.sa_handler = handler}, before;
  sigaction(SIGSEGV, &action, &before);
  int *volatile wild = (int *)hide(256);
  int signal = sigsetjmp(place, 1);
  if (signal == 0)
    *(volatile int *)wild = 1; //~ ERROR SEGV
  return signal != SIGSEGV;
}
