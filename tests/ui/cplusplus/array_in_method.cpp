// A method writes past its own array.
#include "hide.h"

struct Histogram {
  int total = 0;
  virtual void add(const char *text, long size);
  virtual ~Histogram() = default;
};

NOINLINE void Histogram::add(const char *text, long size) {
  char seen[16];
  for (long i = 0; i < size; i++)
    seen[i] = text[i & 3];  //~ ERROR stack-buffer-overflow
  touch(seen);
  total += seen[0];
}

int main() {
  Histogram *histogram = new Histogram;
#ifdef FIXED
  histogram->add("abc", hide(16));
#else
  histogram->add("abc", hide(17));
#endif
  delete histogram;
}
