// <math.h>: results and errno.
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    static double (*const functions[])(double) = {acos, asin, atan, ceil, cos, cosh, exp, fabs, floor, log, log10, sin, sinh, sqrt, tan, tanh, exp2, expm1, log1p, log2, logb, nearbyint, rint, round, trunc};
    static const double values[] = {0.0, -0.0, 0.5, 1.0, -1.0, 2.5, -2.5, 10.25, 1000.0, 1e308, 1e-310, INFINITY, -INFINITY, NAN};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        printf("%zu:", i);
        for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
            errno = 0;
            double result = functions[i](values[j]);
            if (result != result)
                printf(" nan");
            else
                printf(" %.17g", result);
            printf("/%d", errno == EDOM ? 1 : 0);
        }
        putchar('\n');
    }
    static double (*const pairs[])(double, double) = {atan2, copysign, fdim, fmax, fmin, fmod, hypot, nextafter, pow, remainder};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (size_t j = 0; j < sizeof values / sizeof *values; j++)
            for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
                double result = pairs[i](values[j], values[k]);
                if (result != result)
                    printf("nan ");
                else
                    printf("%.17g ", result);
            }
    putchar('\n');
    int exponent = 0;
    double fraction = frexp(12.5, &exponent), whole = 0;
    printf("%g %d %g\n", fraction, exponent, ldexp(0.75, 4));
    fraction = modf(-3.75, &whole);
    printf("%g %g %d %g\n", fraction, whole, ilogb(1000.0), scalbn(3.0, -2));
    printf("%ld %ld %lld %ld\n", lround(2.5), lrint(2.5), llround(-2.5), lrint(-3.5));
    printf("%.9g %.9g %.9g %.9g\n", sinf(1.0f), powf(2.0f, 0.5f), expf(1.5f), sqrtf(2.0f));
    printf("%Lg %Lg %Lg %Lg\n", fabsl(-2.5L), floorl(-2.5L), fmodl(7.25L, 2.0L), ldexpl(1.0L, 100));
    printf("%d %d %d %d\n", fpclassify(0.0), fpclassify(1.0), fpclassify(DBL_MIN / 2), fpclassify(INFINITY));
    printf("%d %d %d\n", isnan(NAN), isinf(-INFINITY) != 0, signbit(-0.0) != 0);
    printf("%.17g %.17g\n", fma(2.0, 3.0, 4.0), DBL_EPSILON);
    double sine, cosine;
    sincos(1.0, &sine, &cosine);
    printf("%.17g %.17g\n", sine, cosine);
    printf("%.10g %.10g %.10g %.10g\n", erf(0.5), lgamma(5.5), tgamma(4.5), asinh(1.5));
    return 0;
}
