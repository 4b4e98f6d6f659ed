// Gives a chunk back by another way than the one by which it came.
//@ defines: WAY=1 WAY=2 WAY=3 WAY=4
#include "hide.h"
#include <cstdlib>

static void *made() {
#if WAY == 1
  return new int[5];
#elif WAY == 2
  return new int(5);
#elif WAY == 3
  return malloc(5);
#else
  return new int(6);
#endif
}

#ifdef FIXED
#if WAY == 1
#define GIVE_BACK(block) delete[] static_cast<int *>(block)
#elif WAY == 3
#define GIVE_BACK(block) free(block)
#else
#define GIVE_BACK(block) delete static_cast<int *>(block)
#endif
#else
#if WAY == 2
#define GIVE_BACK(block) delete[] static_cast<int *>(block)
#elif WAY == 4
#define GIVE_BACK(block) free(block)
#else
#define GIVE_BACK(block) delete static_cast<int *>(block)
#endif
#endif

int main() {
  void *block = hide_pointer(made());
  touch(block);
  GIVE_BACK(block);  //~ ERROR alloc-dealloc-mismatch
}
