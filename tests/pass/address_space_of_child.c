// A child of vfork limits the address space of the program that it will be; its parent has as much as ever.
//@ only: x86_64 an emulator has an address space of its own
//@ asan: any it does not work with little address space
#define _GNU_SOURCE
#include "hide.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void handler(int number) { _exit(3); }

int main(void) {
  struct rlimit limit = {256 << 20, RLIM_INFINITY};
  // Nothing that the runtime needs to be told by a fault reaches it.
  signal(SIGSEGV, handler);
  int child = vfork();
  if (child == 0) {
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(4);
    execl("/bin/true", "true", (char *)0);
    _exit(5);
  }
  int status;
  if (waitpid(child, &status, 0) != child || status != 0) return 6;
  // Not by a function of the library: nothing but an access tells the runtime of it.
  size_t size = 256 << 20;
  char *memory = (char *)syscall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 7;
  memory = hide_pointer(memory);
  for (size_t i = 0; i < size; i += 1 << 20)
    memory[i] = 1;
  return 0;
}
