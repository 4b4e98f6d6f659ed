// Another file calls the function with another length.
//@ levels: O2
//@ aux: ../aux/caller.c
//@ kills-mutants: capture/called
#include "hide.h"

int ask_elsewhere(const int *numbers);

NOINLINE int all(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

int main(void) {
  int numbers[8] = {0};
  touch(numbers);
  return all(numbers, 8) + ask_elsewhere(numbers) == 77;
}
