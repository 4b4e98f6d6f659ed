// Sound packed into four bits a sample, by differences of a step that adapts itself, and unpacked again.
#include "small.h"
#include <stdlib.h>

#define SAMPLES 40000
#define STEPS 60

struct state {
  int value, index;
};

static const signed char moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
static int steps[STEPS];

static int follow(struct state *state, int code) {
  int step = steps[state->index], difference = step >> 3;
  if (code & 4)
    difference += step;
  if (code & 2)
    difference += step >> 1;
  if (code & 1)
    difference += step >> 2;
  state->value += code & 8 ? -difference : difference;
  if (state->value > 32767)
    state->value = 32767;
  if (state->value < -32768)
    state->value = -32768;
  state->index += moves[code & 7];
  if (state->index < 0)
    state->index = 0;
  if (state->index >= STEPS)
    state->index = STEPS - 1;
  return state->value;
}

static void pack(const short *in, unsigned char *out, int count, struct state *state) {
  for (int i = 0; i < count; i++) {
    int difference = *in++ - state->value, step = steps[state->index], code = 0;
    if (difference < 0) {
      code = 8;
      difference = -difference;
    }
    for (int bit = 4; bit > 0; bit >>= 1) {
      if (difference >= step) {
        code |= bit;
        difference -= step;
      }
      step >>= 1;
    }
    follow(state, code);
    if (i % 2)
      *out++ |= code << 4;
    else
      *out = code;
  }
}

static void unpack(const unsigned char *in, short *out, int count, struct state *state) {
  for (int i = 0; i < count; i += 2) {
    *out++ = follow(state, *in & 15);
    *out++ = follow(state, *in++ >> 4);
  }
}

uint32_t run(int rounds) {
  short *sound = allocate(SAMPLES * sizeof *sound), *back = allocate(SAMPLES * sizeof *back);
  unsigned char *packed = allocate(SAMPLES / 2);
  uint32_t sum = 0, random = 29;
  steps[0] = 7;
  for (int i = 1; i < STEPS; i++)
    steps[i] = steps[i - 1] + steps[i - 1] / 10 + 1;
  for (int i = 0; i < SAMPLES; i++)
    sound[i] = (i % 200 - 100) * (i / 200 % 100) + (int)(next(&random) % 200);
  for (int round = 0; round < rounds; round++) {
    struct state writer = {0, 0}, reader = {0, 0};
    pack(sound, packed, SAMPLES, &writer);
    unpack(packed, back, SAMPLES, &reader);
    for (int i = 0; i < SAMPLES; i++)
      sum = sum * 31 + (uint32_t)back[i];
    sound[round % SAMPLES] ^= 77;
  }
  free(sound);
  free(back);
  free(packed);
  return sum;
}
