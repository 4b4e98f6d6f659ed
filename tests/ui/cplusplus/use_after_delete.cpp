// Calls a virtual function of an object that is gone.
#include "hide.h"

struct Shape {
  int sides = 4;
  virtual int count() { return sides; }
  virtual ~Shape() = default;
};

int main() {
  Shape *shape = static_cast<Shape *>(hide_pointer(new Shape));
#ifdef FIXED
  touch(shape);
  int sides = shape->count();
  delete shape;
#else
  delete shape;
  int sides = shape->count();  //~ ERROR heap-use-after-free
  touch(shape);
#endif
  return sides != 4;
}
