// A graph with lists of neighbours: breadth-first search, components by union and find, a maze on a grid of bytes.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define NODES 4000
#define SIDE 120

struct edge {
  int to;
  struct edge *next;
};

static void connect(struct edge **edges, int from, int to) {
  struct edge *made = allocate(sizeof *made);
  *made = (struct edge){to, edges[from]};
  edges[from] = made;
}

static int root(int *parents, int node) {
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

static uint32_t search(struct edge *const *edges, int *distances, int *queue) {
  uint32_t sum = 0;
  int first = 0, last = 0;
  for (int i = 0; i < NODES; i++)
    distances[i] = -1;
  distances[0] = 0;
  queue[last++] = 0;
  while (first < last) {
    int at = queue[first++];
    sum += distances[at];
    for (const struct edge *edge = edges[at]; edge; edge = edge->next)
      if (distances[edge->to] < 0) {
        distances[edge->to] = distances[at] + 1;
        queue[last++] = edge->to;
      }
  }
  return sum;
}

static uint32_t flood(unsigned char *grid, int *stack) {
  uint32_t count = 0;
  int depth = 0;
  stack[depth++] = SIDE + 1;
  while (depth) {
    int at = stack[--depth];
    if (grid[at])
      continue;
    grid[at] = 2;
    count++;
    stack[depth++] = at + 1;
    stack[depth++] = at - 1;
    stack[depth++] = at + SIDE;
    stack[depth++] = at - SIDE;
  }
  return count;
}

uint32_t run(int rounds) {
  struct edge **edges = calloc(NODES, sizeof *edges);
  int *distances = allocate(NODES * sizeof *distances), *queue = allocate(NODES * sizeof *queue);
  int *parents = allocate(NODES * sizeof *parents), *stack = allocate(4 * SIDE * SIDE * sizeof *stack);
  unsigned char *grid = allocate(SIDE * SIDE);
  uint32_t state = 53, sum = 0;
  if (!edges)
    exit(1);
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < NODES; i++)
      parents[i] = i;
    for (int i = 0; i < 3 * NODES; i++) {
      int a = next(&state) % NODES, b = next(&state) % NODES;
      connect(edges, a, b);
      connect(edges, b, a);
      parents[root(parents, a)] = root(parents, b);
    }
    sum = sum * 31 + search(edges, distances, queue) + root(parents, 1);
    for (int i = 0; i < SIDE * SIDE; i++)
      grid[i] = i < SIDE || i >= SIDE * (SIDE - 1) || i % SIDE == 0 || i % SIDE == SIDE - 1 || next(&state) % 4 == 0;
    grid[SIDE + 1] = 0;
    sum = sum * 31 + flood(grid, stack);
    for (int i = 0; i < NODES; i++)
      while (edges[i]) {
        struct edge *gone = edges[i];
        edges[i] = gone->next;
        free(gone);
      }
  }
  free(edges);
  free(distances);
  free(queue);
  free(parents);
  free(stack);
  free(grid);
  return sum;
}
