// The parts of the firmware.
#pragma once
#include "kernel.h"

int ring_put(uint8_t byte);
int ring_get(uint8_t *byte);

// A frame: 0x7e, length, kind, so many bytes, their sum.
struct message {
    uint8_t kind;
    uint8_t length;
    uint8_t *bytes;
};
struct message *parse(uint8_t byte);
void message_free(struct message *message);

void filter(const int16_t *input, int16_t *output, int samples);

extern volatile uint32_t messages, blocks;
