// The linker lines up what several places put into one section; no redzones may come between.
//@ only: hosted the linker script of a board has no such symbols
#include "hide.h"

struct entry {
  int value;
  int unused;
};

#define ENTRY(name, number)                                                                        \
  static struct entry name __attribute__((section("entries"), used, aligned(8))) = {number, 0};
ENTRY(one, 1)
ENTRY(two, 2)
ENTRY(three, 3)

extern struct entry __start_entries[], __stop_entries[];

int main(void) {
  int sum = 0;
  for (struct entry *entry = __start_entries; entry < __stop_entries; entry++)
    sum += entry->value;
  return sum != 6;
}
