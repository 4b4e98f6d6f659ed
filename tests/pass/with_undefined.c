// The runtime of UndefinedBehaviorSanitizer has names in common with ours.
//@ only: x86_64 the other runtime is there for this processor
//@ flags: -fsanitize=undefined

#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers);
  for (int i = 0; i < 4; i++) numbers[i] = (int)hide(i);
  int sum = numbers[0] + numbers[3] - 3;
  free(numbers);
  return sum;
}
