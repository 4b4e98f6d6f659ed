// As many bytes are read as the buffer has, and one is put behind them.
//@ levels: O2
#include "hide.h"
#include <unistd.h>

static NOINLINE char line(int from) {
  char bytes[8];
#ifdef FIXED
  long length = read(from, bytes, sizeof bytes - 1);
#else
  long length = read(from, bytes, sizeof bytes);
#endif
  if (length < 0)
    return 0;
  bytes[length] = 0; //~ ERROR stack-buffer-overflow
  return bytes[hide(0)];
}

int main(void) {
  int ends[2];
  if (pipe(ends) || write(ends[1], "12345678", 8) != 8)
    return 1;
  return line(ends[0]) == 77;
}
