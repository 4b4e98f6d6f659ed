// A program replaces some operators; those that it leaves call the replaced ones, as the standard has it.
//@ flags: -std=c++17 -fsized-deallocation -fno-builtin
//@ levels: O0 O1 O2
#include <cstdlib>
#include <new>

static int made, gone;

void *operator new(std::size_t size) {
  made++;
  return std::malloc(size);
}
void operator delete(void *block) noexcept {
  gone++;
  std::free(block);
}
void *operator new(std::size_t size, std::align_val_t align) {
  made += 100;
  return std::aligned_alloc((std::size_t)align, (size + 127) / 128 * 128);
}
void operator delete(void *block, std::align_val_t align) noexcept {
  gone += align == std::align_val_t(128) ? 100 : 10000;
  std::free(block);
}

struct plain {
  int number;
  virtual ~plain() {}
};
struct alignas(128) wide {
  int number;
  ~wide() {}
};

static bool counted(int times) {
  bool right = made == times && gone == times;
  made = gone = 0;
  return right;
}

int main() {
  delete new plain;
  if (!counted(1))
    return 1;
  delete[] new plain[3];
  delete[] new int[3];
  if (!counted(2))
    return 2;
  delete new (std::nothrow) plain;
  delete[] new (std::nothrow) plain[3];
  if (!counted(2))
    return 3;
  delete new wide;
  delete[] new wide[3];
  if (!counted(200))
    return 4;
  delete new (std::nothrow) wide;
  delete[] new (std::nothrow) wide[3];
  if (!counted(200))
    return 5;
  operator delete(operator new(5), 5);
  operator delete(operator new(5), std::nothrow);
  operator delete[](operator new[](5), 5);
  operator delete[](operator new[](5), std::nothrow);
  if (!counted(4))
    return 6;
  const std::align_val_t align{128};
  operator delete(operator new(5, align), 5, align);
  operator delete(operator new(5, align, std::nothrow), align, std::nothrow);
  operator delete[](operator new[](5, align), 5, align);
  operator delete[](operator new[](5, align, std::nothrow), align, std::nothrow);
  return counted(400) ? 0 : 7;
}
