// Frames that are made on some paths only leave nothing behind, whichever way control takes.
#include "hide.h"
#include <sanitizer/asan_interface.h>
#include <setjmp.h>
#include <stdio.h>

static int *kept;
static NOINLINE void keep(int *place) {
  kept = place;
  *place += 1;
}

// One way out for several paths.
static NOINLINE int several(int value) {
  int result = value;
  switch (value & 3) {
  case 0: {
    int local = value;
    keep(&local);
    result = local;
    break;
  }
  case 1: {
    int other[3] = {value, 1, 2};
    keep(&other[(value >> 2) % 3]);
    result = other[0] + other[1];
    break;
  }
  default:
    break;
  }
  return result;
}

// The frame is made, and then a loop goes on without it.
static NOINLINE long then_loop(long count) {
  long sum = 0;
  for (long i = 0; i < count; i++) {
    if (i == 5) {
      int local = (int)i;
      keep(&local);
      sum += local;
    }
    sum += i;
  }
  return sum;
}

// Control comes to the return by a jump, past what has made the frame.
static jmp_buf place;
static NOINLINE void jump(void) { longjmp(place, 1); }
static NOINLINE int by_jump(int value) {
  volatile int rounds = 0;
  if (setjmp(place) == 0) {
    if (value > 2) {
      char text[40];
      sprintf(text, "%d", value);
      rounds = text[0];
      jump();
    }
    return 0;
  }
  return rounds;
}

// The variables are declared above, and their scope ends behind where the paths meet.
static NOINLINE int declared_above(int value) {
  int local, other[4];
  int result = value;
  for (int i = 0; i < 3; i++)
    result += i;
  if (value % 5 == 0) {
    local = value;
    keep(&local);
    result = local;
  } else if (value % 5 == 1) {
    other[0] = value;
    keep(&other[value % 3 ? 0 : 0]);
    result = other[0];
  }
  return result;
}

// A large array, in recursion.
static NOINLINE long deep(long depth) {
  if (depth % 3 == 0) {
    int numbers[300];
    for (int i = 0; i < 300; i++)
      numbers[i] = i;
    keep(&numbers[depth]);
    return numbers[depth] + (depth ? deep(depth - 1) : 0);
  }
  return deep(depth - 1);
}

static NOINLINE int is_clean(void) {
  char *here = __builtin_frame_address(0);
  return __asan_region_is_poisoned(here - 30000, 29000) == 0;
}

int main(void) {
  long sum = 0;
  for (int i = 0; i < 24; i++) {
    sum += several((int)hide(i));
    if (!is_clean())
      return 1;
    sum += then_loop(hide(i));
    if (!is_clean())
      return 2;
    sum += by_jump((int)hide(i));
    if (!is_clean())
      return 3;
    sum += declared_above((int)hide(i));
    if (!is_clean())
      return 4;
    sum += deep(hide(i));
    if (!is_clean())
      return 5;
  }
  return hide(sum) == 0 ? 6 : 0;
}
