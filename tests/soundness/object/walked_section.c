// Variables of a section are walked through as one array; what they say is too much.
//@ levels: O2
//@ kills-mutants: object/section
#include "hide.h"

__attribute__((section("steps"), used)) static int first = 3;
#ifdef FIXED
__attribute__((section("steps"), used)) static int second = 4;
#else
__attribute__((section("steps"), used)) static int second = 5;
#endif
extern int __start_steps[], __stop_steps[];

static NOINLINE int next(void) {
  volatile int *step = &first;
  return step[1];
}

int main(void) {
  volatile int numbers[8] = {1};
  int sum = 0;
  for (int *step = __start_steps; step < __stop_steps; step++)
    sum += *step;
  int behind = next();
  return numbers[sum] + behind == 77; //~ ERROR stack-buffer-overflow
}
