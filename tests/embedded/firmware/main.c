// Three tasks: one receives, one parses, one filters. It ends when enough was done.
#include "parts.h"

void __sanecc_stop(int status);

volatile uint32_t messages, blocks;
static uint32_t stacks[3][512] __attribute__((aligned(8)));

static void send(uint8_t byte)
{
    while (!ring_put(byte))
        kernel_yield();
}

static void receive(void)
{
    for (uint8_t number = 0;; number++) {
        uint8_t length = 5 + number % 11, sum = 0;
        send(0x7e);
        send(length);
        send(number);
        for (uint8_t i = 0; i < length; i++) {
            send(i);
            sum += i;
        }
        send(sum);
    }
}

static void handle(void)
{
    for (;;) {
        uint8_t byte;
        if (!ring_get(&byte)) {
            kernel_yield();
            continue;
        }
        struct message *message = parse(byte);
        if (!message)
            continue;
        messages++;
#ifdef BUG_FREED
        message_free(message);
        messages += message->kind == 255;
#else
        messages += message->kind == 255;
        message_free(message);
#endif
        if (messages >= 40 && blocks >= 40)
            __sanecc_stop(0);
    }
}

static void work(void)
{
    static int16_t input[64], output[64];
    for (;;) {
        for (int i = 0; i < 64; i++)
            input[i] = (int16_t)(i * 300 - output[63 - i]);
        filter(input, output, 64);
        blocks++;
        kernel_yield();
    }
}

int main(void)
{
    kernel_task(receive, stacks[0], 512);
    kernel_task(handle, stacks[1], 512);
    kernel_task(work, stacks[2], 512);
    kernel_start();
    for (;;)
        ;
}
