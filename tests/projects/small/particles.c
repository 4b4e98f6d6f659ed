// Records of 12 and of 20 bytes, in arrays and reached by pointers: few of their members fill a granule of memory.
#include "small.h"
#include <stdlib.h>

#define COUNT 2000

struct position {
  float x, y, z;
};

struct particle {
  struct position at;
  int32_t next;
  uint32_t colour;
};

static void place(struct particle *one, uint32_t *state) {
  one->at.x = (float)(next(state) % 1000);
  one->at.y = (float)(next(state) % 1000);
  one->at.z = (float)(next(state) % 1000);
  one->colour = next(state) % 16;
}

static void advance(struct particle *all, const struct position *speeds) {
  for (int32_t i = 0; i >= 0; i = all[i].next) {
    const struct position *speed = &speeds[all[i].colour];
    all[i].at.x += speed->x;
    all[i].at.y += speed->y;
    all[i].at.z += speed->z;
    if (all[i].at.x > 1000 || all[i].at.y > 1000 || all[i].at.z > 1000) {
      all[i].at.x *= 0.25f;
      all[i].at.y *= 0.25f;
      all[i].at.z *= 0.25f;
      all[i].colour = (all[i].colour + 1) % 16;
    }
  }
}

uint32_t run(int rounds) {
  struct particle *all = allocate(COUNT * sizeof *all);
  struct position *speeds = allocate(16 * sizeof *speeds);
  uint32_t state = 7, sum = 0;
  for (int i = 0; i < COUNT; i++) {
    place(&all[i], &state);
    all[i].next = -1;
  }
  // A permutation in one cycle that starts at 0.
  int32_t at = 0;
  for (int k = 1; k < COUNT; k++) {
    int32_t to = (int32_t)((long)k * 1201 % COUNT);
    all[at].next = to;
    at = to;
  }
  for (int i = 0; i < 16; i++)
    speeds[i] = (struct position){1.0f + i, 2.0f + i % 3, 0.5f * i};
  for (int round = 0; round < rounds * 20; round++)
    advance(all, speeds);
  for (int i = 0; i < COUNT; i++)
    sum = sum * 31 + (uint32_t)all[i].at.x + all[i].colour;
  free(all);
  free(speeds);
  return sum;
}
