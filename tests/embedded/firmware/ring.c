// A ring buffer between the task that receives and the one that parses.
#include "parts.h"

enum { SIZE = 64 };
static uint8_t bytes[SIZE];
static volatile uint32_t head, tail;

int ring_put(uint8_t byte)
{
    uint32_t next = head + 1;
#ifndef BUG_GLOBAL
    next %= SIZE;
#endif
    if (next == tail)
        return 0;
    bytes[head] = byte;
    head = next;
    return 1;
}

int ring_get(uint8_t *byte)
{
    if (tail == head)
        return 0;
    *byte = bytes[tail % SIZE];
    tail = (tail + 1) % SIZE;
    return 1;
}
