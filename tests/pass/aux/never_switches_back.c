// Switches to another stack for good.
struct place {
  void *sp;
};
extern struct place outside, inside;
void switch_stacks(struct place *from, struct place *to);
void ends_elsewhere(void) __attribute__((noreturn));
void loops_elsewhere(void) __attribute__((noreturn));

__attribute__((noinline)) void ends_elsewhere(void) {
  char buffer[50];
  __asm__ volatile("" : : "r"(buffer) : "memory");
  switch_stacks(&inside, &outside);
  __builtin_unreachable();
}

__attribute__((noinline)) void loops_elsewhere(void) {
  for (;;)
    switch_stacks(&inside, &outside);
}
