// A machine with a stack that executes byte code: the sieve of Eratosthenes and a sum.
#include "small.h"
#include <stdlib.h>
#include <string.h>

enum { PUSH, LOAD, STORE, ADD, SUBTRACT, MULTIPLY, LESS, JUMP, IF_ZERO, READ, WRITE, HALT };

struct machine {
  int32_t stack[32], locals[8];
  int32_t *memory;
  int top;
};

static int32_t execute(struct machine *m, const unsigned char *code) {
  const unsigned char *at = code;
  for (;;) {
    switch (*at++) {
    case PUSH:
      m->stack[m->top++] = at[0] | at[1] << 8;
      at += 2;
      break;
    case LOAD:
      m->stack[m->top++] = m->locals[*at++];
      break;
    case STORE:
      m->locals[*at++] = m->stack[--m->top];
      break;
    case ADD:
      m->top--;
      m->stack[m->top - 1] += m->stack[m->top];
      break;
    case SUBTRACT:
      m->top--;
      m->stack[m->top - 1] -= m->stack[m->top];
      break;
    case MULTIPLY:
      m->top--;
      m->stack[m->top - 1] *= m->stack[m->top];
      break;
    case LESS:
      m->top--;
      m->stack[m->top - 1] = m->stack[m->top - 1] < m->stack[m->top];
      break;
    case JUMP:
      at = code + *at;
      break;
    case IF_ZERO:
      at = m->stack[--m->top] ? at + 1 : code + *at;
      break;
    case READ:
      m->stack[m->top - 1] = m->memory[m->stack[m->top - 1]];
      break;
    case WRITE:
      m->top -= 2;
      m->memory[m->stack[m->top]] = m->stack[m->top + 1];
      break;
    default:
      return m->stack[--m->top];
    }
  }
}

#define LIMIT 2000
#define WIDE(n) (n) & 255, (n) >> 8

// Locals: 0 number, 1 multiple, 2 count. Each line begins at the offset that its comment tells.
static const unsigned char SIEVE[] = {
    PUSH, WIDE(2), STORE, 0,                                                  // 0
    LOAD, 0, PUSH, WIDE(LIMIT), LESS, IF_ZERO, 68,                            // 5
    LOAD, 0, READ, IF_ZERO, 20, JUMP, 58,                                     // 13
    LOAD, 2, PUSH, WIDE(1), ADD, STORE, 2,                                    // 20
    LOAD, 0, LOAD, 0, ADD, STORE, 1,                                          // 28
    LOAD, 1, PUSH, WIDE(LIMIT), LESS, IF_ZERO, 58,                            // 35
    LOAD, 1, PUSH, WIDE(1), WRITE, LOAD, 1, LOAD, 0, ADD, STORE, 1, JUMP, 35, // 43
    LOAD, 0, PUSH, WIDE(1), ADD, STORE, 0, JUMP, 5,                           // 58
    LOAD, 2, HALT,                                                            // 68
};

uint32_t run(int rounds) {
  struct machine *m = allocate(sizeof *m);
  uint32_t sum = 0;
  m->memory = allocate(LIMIT * sizeof *m->memory);
  for (int round = 0; round < rounds; round++) {
    memset(m->memory, 0, LIMIT * sizeof *m->memory);
    memset(m->locals, 0, sizeof m->locals);
    m->top = 0;
    sum = sum * 31 + (uint32_t)execute(m, SIEVE);
  }
  free(m->memory);
  free(m);
  return sum;
}
