// Handlers of stack overflows and collectors of garbage look for the stack by the address of a local.
//@ only: hosted it reads a file
//@ asan: any it has the local elsewhere
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static int is_on_stack(uintptr_t address) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[400];
  int found = 0;
  while (fgets(line, sizeof line, maps)) {
    char *rest;
    uintptr_t start = strtoull(line, &rest, 16), end = strtoull(rest + 1, 0, 16);
    if (strstr(line, "[stack]") && start <= address && address < end)
      found = 1;
  }
  fclose(maps);
  return found;
}

static uintptr_t bottom;

__attribute__((noinline)) static void remember(void) {
  int mark;
  bottom = (uintptr_t)&mark;
}

__attribute__((noinline)) static int look(void) {
  int mark;
  return is_on_stack((uintptr_t)&mark);
}

struct area {
  uintptr_t start, end;
};

__attribute__((noinline)) static void find(uintptr_t address, struct area *area) {
  area->start = address & ~(uintptr_t)4095;
  area->end = area->start + 4096;
}

static uintptr_t top;

// The address comes as a pointer, as in libsigsegv.
__attribute__((noinline)) static void remember_top(void *some_variable_on_the_stack) {
  struct area area;
  find((uintptr_t)some_variable_on_the_stack, &area);
  top = area.end - 1;
}

__attribute__((noinline)) static void look_by_pointer(void) {
  int mark;
  remember_top(&mark);
}

int main(void) {
  remember();
  look_by_pointer();
  return !is_on_stack(bottom) || !look() || !is_on_stack(top);
}
