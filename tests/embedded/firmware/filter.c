// A filter with a finite response, in fixed point.
#include "parts.h"

enum { TAPS = 8 };
static const int16_t coefficients[TAPS] = {1024, 2048, 4096, 8192, 8192, 4096, 2048, 1024};

void filter(const int16_t *input, int16_t *output, int samples)
{
    int16_t history[TAPS] = {0};
    for (int i = 0; i < samples; i++) {
        for (int k = TAPS - 1; k > 0; k--)
            history[k] = history[k - 1];
        history[0] = input[i];
        int32_t sum = 0;
#ifdef BUG_STACK
        for (int k = 0; k <= TAPS; k++)
            sum += coefficients[k % TAPS] * history[k];
#else
        for (int k = 0; k < TAPS; k++)
            sum += coefficients[k] * history[k];
#endif
        output[i] = (int16_t)(sum >> 15);
    }
}
