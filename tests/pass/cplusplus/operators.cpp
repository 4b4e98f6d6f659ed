// Every form of new and delete, constructors that throw, virtual bases, smart pointers.
//@ flags: -std=c++17
//@ options: allocator_may_return_null=1
#include "hide.h"
#include <cstdint>
#include <memory>
#include <new>

static int alive;

struct Counted {
  int value = 7;
  Counted() { alive++; }
  ~Counted() { alive--; }
};

struct Plain {
  int values[3];
};

struct Fails {
  static inline int made = 0;
  Fails() {
    if (++made == 5)
      throw made;
    alive++;
  }
  ~Fails() { alive--; }
};

struct alignas(128) Wide {
  char bytes[200];
  Wide() { alive++; }
  ~Wide() { alive--; }
};

struct Base {
  int base = 1;
  virtual ~Base() = default;
};
struct Left : virtual Base {
  int left = 2;
};
struct Right : virtual Base {
  int right = 3;
};
struct Both : Left, Right {
  int both = 4;
  char padding[50];
};

static bool arrays(long count) {
  Counted *counted = new Counted[count];
  for (long i = 0; i < count; i++)
    if (counted[i].value != 7)
      return false;
  delete[] counted;
  Plain *plain = new Plain[count];
  for (long i = 0; i < count; i++)
    plain[i].values[2] = 1;
  touch(plain);
  delete[] plain;
  Wide *wide = new Wide[count + 1];
  wide[count].bytes[199] = 1;
  touch(wide);
  bool aligned = reinterpret_cast<uintptr_t>(wide) % 128 == 0;
  delete[] wide;
  Counted *none = new (std::nothrow) Counted[count];
  touch(none);
  delete[] none;
  return aligned;
}

static bool half_made_array() {
  try {
    touch(new Fails[hide(10)]);
  } catch (int made) {
    return made == 5;
  }
  return false;
}

static int refused(long size) {
  int count = hide_pointer(new (std::nothrow) char[hide(size)]) == nullptr;
  try {
    touch(new char[hide(size)]);
  } catch (const std::bad_alloc &) {
    count++;
  }
  return count;
}

int main() {
  for (long count = 0; count < 40; count++)
    if (!arrays(hide(count)) || alive != 0)
      return 1;
  if (!half_made_array() || alive != 0)
    return 2;
  if (refused(__LONG_MAX__) != 2)
    return 3;
  alignas(Plain) char room[3 * sizeof(Plain)];
  Plain *placed = new (room) Plain[3];
  placed[2].values[2] = 9;
  touch(placed);
  void *raw = operator new(33, std::align_val_t(64));
  operator delete(raw, 33, std::align_val_t(64));
  raw = operator new[](33, std::align_val_t(4096), std::nothrow);
  static_cast<char *>(raw)[32] = 1;
  operator delete[](raw, std::align_val_t(4096));
  Base *made = new Both;
  Base *object = static_cast<Base *>(hide_pointer(made));
  Both *both = dynamic_cast<Both *>(object);
  if (!both || both->both + both->left + both->right + both->base != 10)
    return 4;
  Left *left = both;
  if (dynamic_cast<Right *>(left) == nullptr)
    return 5;
  delete object;
  std::shared_ptr<Both> shared = std::make_shared<Both>();
  std::weak_ptr<Both> weak = shared;
  shared.reset();
  std::unique_ptr<int[]> unique(new int[5]);
  unique[4] = 3;
  return weak.lock() ? 6 : 0;
}
