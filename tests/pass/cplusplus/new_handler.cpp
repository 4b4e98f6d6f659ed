// An operator new that finds no memory has the program's handler free some, as often as there is one, and lets through what that throws.
#include "hide.h"
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

static int calls;
static volatile std::size_t huge = ~std::size_t(0) >> 1;

static void once() {
  calls++;
  std::set_new_handler(nullptr);
}

static void thrice() {
  if (++calls == 3)
    throw calls;
}

struct alignas(128) Wide {
  char bytes[128];
};

template <typename Make> static int caught(Make make) {
  calls = 0;
  struct Leaves {
    bool &left;
    ~Leaves() { left = true; }
  };
  bool left = false;
  int how = 0;
  try {
    Leaves leaves{left};
    make();
  } catch (std::bad_alloc &) {
    how = 10;
  } catch (int thrown) {
    how = 100 * thrown;
  }
  return left ? how + calls : -1;
}

template <typename Make> static void expect(Make make) {
  std::set_new_handler(nullptr);
  if (caught(make) != 10)
    std::abort();
  std::set_new_handler(once);
  if (caught(make) != 11)
    std::abort();
  std::set_new_handler(thrice);
  if (caught(make) != 303)
    std::abort();
}

int main() {
  expect([] { touch(::operator new(huge)); });
  expect([] { touch(new char[huge]); });
  expect([] { touch(::operator new(huge, std::align_val_t(128))); });
  expect([] { touch(new Wide[huge / sizeof(Wide)]); });
  std::set_new_handler(nullptr);
  void *nothing = ::operator new(huge, std::nothrow);
  touch(nothing);
  if (nothing)
    std::abort();
  std::puts("done");
}
