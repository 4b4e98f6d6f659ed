// A wild pointer shows where its shadow is read, which may be in a function of the runtime: the program's line is to blame.
//@ flags: -fsanitize-address-outline-instrumentation
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3
#include "hide.h"
#include <stdint.h>

struct many {
  char bytes[200];
};
struct three {
  long a, b, c;
};
typedef long pair __attribute__((vector_size(16)));

#if WAY == 0
typedef long any;
#define READ(p) *(volatile long *)(p)
#elif WAY == 1
typedef pair any;
#define READ(p) (*(volatile pair *)(p))[1]
#elif WAY == 2
typedef struct three any;
#define READ(p) (p)->a + (p)->b + (p)->c
#else
typedef struct many any;
#define READ(p) (copy = *(p), copy.bytes[1])
#endif

static struct many copy;

static NOINLINE long get(any *at) {
  return READ(at); //~ ERROR SEGV
}

int main(void) {
  any good = {0};
  touch(&good);
  touch(&copy);
#ifdef FIXED
  any *wild = (any *)(uintptr_t)(hide(0) ? 0x4141414141414140 : 0);
#else
  any *wild = (any *)(uintptr_t)(hide(1) ? 0x4141414141414140 : 0);
#endif
  return (int)get(wild ? wild : &good);
}
