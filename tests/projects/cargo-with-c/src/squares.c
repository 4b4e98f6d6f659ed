/* The C half: the same sum with and without an off-by-one. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static uint64_t sum_up_to(size_t count, size_t last) {
    uint64_t sum = 0, *squares = malloc(count * sizeof *squares);
    for (size_t i = 1; i <= last; i++)
        squares[i - 1] = i * i;
    for (size_t i = 0; i < last; i++)
        sum += squares[i];
    free(squares);
    return sum;
}

uint64_t sum_of_squares(size_t count) { return sum_up_to(count, count); }

uint64_t sum_of_squares_too_far(size_t count) { return sum_up_to(count, count + 1); }
