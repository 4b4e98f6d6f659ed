// Writes one lane of three vectors by one instruction of NEON, past the end of a local array.
#include "hide.h"
#include <arm_neon.h>

int main(void) {
  short numbers[8] = {0};
#ifdef FIXED
  short *place = numbers + hide(5);
#else
  short *place = numbers + hide(6);
#endif
  int16x4x3_t all = {{vdup_n_s16(0), vdup_n_s16(0), vdup_n_s16(0)}};
  vst3_lane_s16(place, all, 1); //~ ERROR stack-buffer-overflow
  return numbers[hide(7)];
}
