// Products and quotients of complex numbers.
#include <complex.h>
#include <stdio.h>

int main(void) {
    volatile double complex numbers[] = {1, 2 + 3 * I, -0.5 * I, 4 - 1.25 * I};
    volatile float complex singles[] = {1, 2 + 3 * I, -0.5f * I, 4 - 1.25f * I};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double complex product = numbers[i] * numbers[j], quotient = numbers[i] / numbers[j];
            float complex smaller = singles[i] * singles[j], least = singles[i] / singles[j];
            printf("%g %g %.12g %.12g ", creal(product), cimag(product), creal(quotient), cimag(quotient));
            printf("%g %g %.6g %.6g\n", (double)__real__ smaller, (double)__imag__ smaller, (double)__real__ least, (double)__imag__ least);
        }
    printf("%g %g %g\n", cabs(3 + 4 * I), carg(1 + 0 * I), cimag(conj(numbers[1])));
    return 0;
}
