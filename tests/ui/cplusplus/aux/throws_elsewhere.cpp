// Throws, from code with checks and from code without.
#include <stdexcept>

[[noreturn]] void throws_elsewhere(int value);
void throws_unchecked(int value);

__attribute__((noinline)) void throws_elsewhere(int value) {
  char own[100];
  __asm__ volatile("" : : "r"(own) : "memory");
  if (value)
    throw std::out_of_range("elsewhere");
  throw value;
}

__attribute__((noinline, no_sanitize("address"))) void throws_unchecked(int value) {
  char own[100];
  __asm__ volatile("" : : "r"(own) : "memory");
  throw std::out_of_range("unchecked");
}
