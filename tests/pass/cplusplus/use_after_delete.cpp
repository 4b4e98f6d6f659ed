// Calls a virtual function of an object that is there.
#include "hide.h"

struct Shape {
  int sides = 4;
  virtual int count() { return sides; }
  virtual ~Shape() = default;
};

int main() {
  Shape *shape = static_cast<Shape *>(hide_pointer(new Shape));
  touch(shape);
  int sides = shape->count();
  delete shape;
  return sides != 4;
}
