// Electric and magnetic fields in two dimensions, step by step.
#include "kernel.h"
#define NX 180
#define NY 220

static void kernel(int steps, int nx, int ny, double ex[NX][NY], double ey[NX][NY], double hz[NX][NY]) {
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      ey[0][j] = t % 100;
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < nx; i++)
      for (int j = 1; j < ny; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

void run(int rounds) {
  ARRAY2(ex, NX, NY);
  ARRAY2(ey, NX, NY);
  ARRAY2(hz, NX, NY);
  for (int i = 0; i < NX; i++)
    for (int j = 0; j < NY; j++) {
      ex[i][j] = (double)i * (j + 1) / NX;
      ey[i][j] = (double)i * (j + 2) / NY;
      hz[i][j] = (double)i * (j + 3) / NX;
    }
  kernel(rounds, NX, NY, ex, ey, hz);
  result(&hz[0][0], NX * NY);
}
