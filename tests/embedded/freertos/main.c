// The parts of the firmware as tasks of FreeRTOS: one receives, one parses, one filters and tells of it by a queue. It ends when enough was done.
#include "../firmware/parts.h"
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"

void __sanecc_stop(int status);
void __asan_unpoison_memory_region(const volatile void *start, size_t size);

extern uint32_t __stack[];
enum { MAIN_STACK = 2048 };

volatile uint32_t messages, blocks;
static QueueHandle_t loudness;

struct block {
    int16_t first, last;
#ifdef BUG_QUEUE
    int32_t energy;
#endif
};

void kernel_yield(void) { taskYIELD(); }

static void send(uint8_t byte)
{
    while (!ring_put(byte))
        vTaskDelay(1);
}

static void receive(void *unused)
{
    // The scheduler has given the stack of main to interrupt handlers: frames there never return.
    __asan_unpoison_memory_region((char *)__stack - MAIN_STACK, MAIN_STACK);
    vTaskPrioritySet(0, 1);
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

// A task for each message, which ends by itself: the memory of its stack is used again.
static void count_one(void *message)
{
    struct message *mine = message;
    messages++;
#ifdef BUG_FREED
    message_free(mine);
    messages += mine->kind == 255;
#else
    messages += mine->kind == 255;
    message_free(mine);
#endif
    vTaskDelete(0);
}

static void handle(void *unused)
{
    for (;;) {
        uint8_t byte;
        if (!ring_get(&byte)) {
            vTaskDelay(1);
            continue;
        }
        struct message *message = parse(byte);
        if (message) {
            if (xTaskCreate(count_one, "count", 256, message, 2, 0) != pdPASS)
                __sanecc_stop(5);
            // The idle task gives back the memory of ended tasks.
            vTaskDelay(1);
        }
        if (messages >= 40 && blocks >= 40)
            __sanecc_stop(0);
    }
}

static void listen(void *unused)
{
    for (;;) {
        struct {
            int16_t first, last;
        } block;
        xQueueReceive(loudness, &block, portMAX_DELAY);
        blocks += block.first != 1 || block.last != 1;
    }
}

static void work(void *unused)
{
    static int16_t input[64], output[64];
    for (;;) {
        for (int i = 0; i < 64; i++)
            input[i] = (int16_t)(i * 300 - output[63 - i]);
        filter(input, output, 64);
        struct block block = {output[0], output[63]};
        xQueueSend(loudness, &block, portMAX_DELAY);
        vTaskDelay(1);
    }
}

int main(void)
{
    loudness = xQueueCreate(2, sizeof(struct block));
    xTaskCreate(receive, "receive", 256, 0, 3, 0);
    xTaskCreate(handle, "handle", 256, 0, 1, 0);
    xTaskCreate(work, "work", 256, 0, 1, 0);
    xTaskCreate(listen, "listen", 256, 0, 2, 0);
    vTaskStartScheduler();
    return 6;
}
