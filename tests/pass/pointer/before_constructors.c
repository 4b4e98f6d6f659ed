// Code that runs before all constructors reads and stores pointers; libraries of ciphers ask for the processor's features there.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include <stdlib.h>
#include <string.h>

static const char *parts[4];

__attribute__((used)) static void set_up(void) {
  const char *rest = getenv("PATH");
  for (int i = 0; i < 4 && rest && *rest; i++) {
    parts[i] = rest;
    rest = strchr(rest, ':');
    if (rest)
      rest++;
  }
}

__asm__(".pushsection .init,\"ax\",@progbits\n"
        "call set_up\n"
        ".popsection");

int main(void) {
  const char *path = getenv("PATH");
  return parts[0] != path || (path && *parts[0] != *path);
}
