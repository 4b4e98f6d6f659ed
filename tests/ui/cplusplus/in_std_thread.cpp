// A lambda on another thread writes past the end of a captured array.
//@ flags: -pthread
#include "hide.h"
#include <memory>
#include <thread>

int main() {
  std::unique_ptr<char[]> shared(new char[100]);
#ifdef FIXED
  std::thread thread([&shared] {
    char *bytes = shared.get();
    for (long i = 0; i < hide(100); i++)
      bytes[i] = 1;
    touch(bytes);
  });
#else
  std::thread thread([&shared] {
    char *bytes = shared.get();
    for (long i = 0; i < hide(101); i++)
      bytes[i] = 1;  //~ ERROR heap-buffer-overflow
    touch(bytes);
  });
#endif
  thread.join();
}
