// Jumps, in a file of its own.
#include <setjmp.h>

jmp_buf elsewhere;
void jumps_elsewhere(int value) __attribute__((noreturn));

void jumps_elsewhere(int value) {
  char buffer[50];
  __asm__ volatile("" : : "r"(buffer) : "memory");
  longjmp(elsewhere, value);
}
