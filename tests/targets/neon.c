// Reads two vectors by one instruction of NEON where one element of the second is missing.
#include "hide.h"
#include <arm_neon.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  int count = 8;
#else
  int count = 7;
#endif
  int *numbers = calloc(hide(count), sizeof *numbers);
  int32x4x2_t both = vld2q_s32(numbers); //~ ERROR heap-buffer-overflow
  int32x4_t sum = vaddq_s32(both.val[0], both.val[1]);
  int result = vgetq_lane_s32(sum, 0);
  free(numbers);
  return result;
}
