// Numbers that come in parts.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <math.h>

volatile double number = 1.5;
static volatile float short_number = 1.5;
static volatile long double long_number = 1.5;

CASE(frexp) { frexp(number, block(4)); }
CASE(frexpf) { frexpf(short_number, block(4)); }
CASE(frexpl) { frexpl(long_number, block(4)); }
CASE(lgamma_r) { lgamma_r(number, block(4)); }
CASE(lgammaf_r) { lgammaf_r(short_number, block(4)); }
CASE(lgammal_r) { lgammal_r(long_number, block(4)); }
CASE(modf) { modf(number, block(8)); }
CASE(modff) { modff(short_number, block(4)); }
CASE(modfl) { modfl(long_number, block(sizeof(long double))); }
CASE(remquo) { remquo(number, number, block(4)); }
CASE(remquof) { remquof(short_number, short_number, block(4)); }
CASE(remquol) { remquol(long_number, long_number, block(4)); }

CASE(sincos) {
    double one;
    sincos(number, &one, block(8));
}

CASE(sincosf) {
    float one;
    sincosf(short_number, block(4), &one);
}

CASE(sincosl) {
    long double one;
    sincosl(long_number, &one, block(sizeof(long double)));
}
