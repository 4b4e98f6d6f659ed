// Calls a lambda that holds a reference to a local whose scope has ended.
#include "hide.h"
#include <functional>

NOINLINE static int call(const std::function<int()> &function) { return function(); }

int main() {
  std::function<int()> last;
  int result = 0;
  {
    int local = static_cast<int>(hide(7));
    touch(&local);
    last = [&local] {
      return local;  //~ ERROR stack-use-after-scope
    };
#ifdef FIXED
    result = call(last);
#endif
  }
#ifndef FIXED
  result = call(last);
#endif
  return result != 7;
}
