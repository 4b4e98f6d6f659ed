// A program with operators of its own: an arena whose memory is used again for other things.
#include "hide.h"
#include <cstdlib>
#include <new>

alignas(16) static char arena[4096];
static size_t used;

void *operator new[](size_t size) {
  if (used + size > sizeof arena)
    throw std::bad_alloc();
  void *block = arena + used;
  used += (size + 15) / 16 * 16;
  return block;
}
void operator delete[](void *) noexcept {}
void operator delete[](void *, size_t) noexcept {}
void *operator new(size_t size) { return malloc(size); }
void operator delete(void *block) noexcept { free(block); }
void operator delete(void *block, size_t) noexcept { free(block); }

struct Counted {
  int value = 5;
  ~Counted() { touch(this); }
};

int main() {
  for (int round = 0; round < 3; round++) {
    used = 0;
    Counted *all = new Counted[hide(20)];
    if (all[19].value != 5)
      return 1;
    delete[] all;
    used = 0;
    char *bytes = new char[hide(200)];
    for (int i = 0; i < 200; i++)
      bytes[i] = 1;
    touch(bytes);
    delete[] bytes;
    Counted *one = new Counted;
    touch(one);
    delete one;
  }
}
