// A closure keeps a copy of a local variable of the function that made it.
#include <functional>

__attribute__((noinline)) static std::function<int()> make(int start) {
  int counter = start;
  return [counter]() mutable { return counter += 1; };
}

int main(int argc, char **) {
  std::function<int()> next = make(argc);
  return next() != 2;
}
