// Checks that are calls of the runtime decide as those do that are code of their own: for all sizes and alignments, several accesses together, whole structures.
//@ flags: -fsanitize-address-outline-instrumentation
//@ levels: O0 O1 O2 O3 Os
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3 WAY=4 WAY=5 WAY=6
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

struct three {
  long long a, b, c;
};

struct loose {
  char head;
  long long tail;
} __attribute__((packed));

typedef long long pair __attribute__((vector_size(16)));

#if WAY == 0
#define BYTES 4
#define READ(p) *(volatile int *)((p) + STEP)
#elif WAY == 1
#define BYTES 1
#define READ(p) *(volatile char *)((p) + STEP)
#elif WAY == 2
#define BYTES 8
#define READ(p) *(volatile long long *)((p) + STEP)
#elif WAY == 3
#define BYTES 9
#define READ(p) (((volatile struct loose *)((p) + STEP))->tail)
#elif WAY == 4
#define BYTES 16
#define READ(p) ((*(volatile pair *)((p) + STEP))[1])
#elif WAY == 5
#define BYTES 24
#define READ(p) (((struct three *)((p) + STEP))->a + ((struct three *)((p) + STEP))->b + ((struct three *)((p) + STEP))->c)
#else
#define BYTES 24
#define READ(p) (here = *(struct three *)((p) + STEP), here.b)
#endif

#define STEP ((BYTES + 7) / 8 * 8)

int main(void) {
  struct three here = {0, 0, 0};
#ifdef FIXED
  long long bytes = STEP + BYTES - hide(0);
#else
  // The last byte is missing.
  long long bytes = STEP + BYTES - hide(1);
#endif
  char *block = hide_pointer(malloc(bytes));
  for (int i = 0; i < bytes; i++)
    block[i] = 1;
  long long sum = READ(block); //~ ERROR heap-buffer-overflow
  touch(&here);
  touch(&sum);
  free(block);
  return 0;
}
