// A closure keeps a reference to a local variable of the function that made it.
#include <functional>

__attribute__((noinline)) static std::function<int()> make(int start) {
  int counter = start;
#ifdef FIXED
  return [counter]() mutable { return counter += 1; };
#else
  return [&counter] { return counter += 1; }; //~ ERROR stack-use-after-return
#endif
}

int main(int argc, char **) {
  std::function<int()> next = make(argc);
  return next() != 2;
}
