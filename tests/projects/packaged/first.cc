// Prints the first argument in brackets; with two, reads a byte behind its copy.
#include "text.h"
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

int main(int argc, char **argv) {
  std::size_t length = std::strlen(argv[1]);
  char *copy = copy_of(argv[1], length);
  std::cout << "[" + std::string(copy) + "]" << std::endl;
  int last = copy[length + (argc > 2 ? 1 : 0)];
  std::free(copy);
  return last;
}
