// Values the optimiser cannot know: the errors of the test programs must survive -O2.
#ifndef HIDE_H
#define HIDE_H

#define NOINLINE __attribute__((noinline))

// For functions that are to be inlined behind the checks, and not before: those with objects are not, and LLVM counts these accesses for more than
// their instructions. Nothing is left of all that once LLVM has simplified it.
#define INLINED_LATE                                                           \
  do {                                                                         \
    struct {                                                                   \
      long parts[4];                                                           \
    } spare = {{1}}, copy = spare;                                             \
    long *to = copy.parts;                                                     \
    *to = 1;                                                                   \
    *to = 2;                                                                   \
    *to = 3;                                                                   \
    *to = 4;                                                                   \
    *to = 5;                                                                   \
  } while (0)

// The same number.
static inline long hide(long value) {
  volatile long hidden = value;
  return hidden;
}

// The same pointer; what it points to is no longer visible.
static inline void *hide_pointer(void *pointer) {
  void *volatile hidden = pointer;
  return hidden;
}

// Whatever lies behind the pointer may be read and written here.
static inline void touch(void *pointer) {
  __asm__ volatile("" : : "r"(pointer) : "memory");
}

#endif
