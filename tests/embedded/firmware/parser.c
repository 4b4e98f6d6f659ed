// The protocol: a state for each field of a frame.
#include "parts.h"
#include <string.h>

static enum { START, LENGTH, KIND, BYTES, SUM } state;
static struct message *now;
static uint8_t filled, sum;

struct message *parse(uint8_t byte)
{
    switch (state) {
    case START:
        if (byte == 0x7e) {
            now = pvPortMalloc(sizeof *now);
            state = LENGTH;
        }
        return 0;
    case LENGTH:
        now->length = byte;
#ifdef BUG_HEAP
        now->bytes = pvPortMalloc(byte - 1);
#else
        now->bytes = pvPortMalloc(byte);
#endif
        filled = sum = 0;
        state = KIND;
        return 0;
    case KIND:
        now->kind = byte;
        state = now->length ? BYTES : SUM;
        return 0;
    case BYTES:
        now->bytes[filled++] = byte;
        sum += byte;
        if (filled == now->length)
            state = SUM;
        return 0;
    case SUM:
        state = START;
        if (byte == sum)
            return now;
        message_free(now);
        return 0;
    }
    return 0;
}

void message_free(struct message *message)
{
    vPortFree(message->bytes);
    vPortFree(message);
}
