// What the programs share.
#include <stddef.h>
#include <stdint.h>

// The program: does its work so many times, and returns a sum over what came out.
uint32_t run(int rounds);

// The next of a row of numbers that looks random; `state` must not be 0.
static inline uint32_t next(uint32_t *state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

// Memory, or the end.
void *allocate(size_t bytes);
