// Shortest ways in a graph of edge lists, with a heap that knows where each vertex lies in it.
#include "small.h"
#include <stdlib.h>

#define VERTICES 3000
#define EDGES 6

struct edge {
  struct edge *next;
  uint32_t to, length;
};

struct graph {
  struct edge *edges[VERTICES];
  uint32_t distance[VERTICES], heap[VERTICES], place[VERTICES];
  uint32_t count;
};

static void put(struct graph *graph, uint32_t at, uint32_t vertex) {
  graph->heap[at] = vertex;
  graph->place[vertex] = at;
}

static void rise(struct graph *graph, uint32_t at) {
  uint32_t vertex = graph->heap[at];
  while (at > 0 && graph->distance[graph->heap[(at - 1) / 2]] > graph->distance[vertex]) {
    put(graph, at, graph->heap[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  put(graph, at, vertex);
}

static uint32_t take(struct graph *graph) {
  uint32_t first = graph->heap[0], last = graph->heap[--graph->count], at = 0;
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= graph->count)
      break;
    if (child + 1 < graph->count && graph->distance[graph->heap[child + 1]] < graph->distance[graph->heap[child]])
      child++;
    if (graph->distance[graph->heap[child]] >= graph->distance[last])
      break;
    put(graph, at, graph->heap[child]);
    at = child;
  }
  put(graph, at, last);
  return first;
}

static uint32_t ways_from(struct graph *graph, uint32_t start) {
  for (uint32_t i = 0; i < VERTICES; i++) {
    graph->distance[i] = UINT32_MAX;
    put(graph, i, i);
  }
  graph->count = VERTICES;
  graph->distance[start] = 0;
  rise(graph, start);
  while (graph->count > 0) {
    uint32_t vertex = take(graph);
    uint32_t so_far = graph->distance[vertex];
    if (so_far == UINT32_MAX)
      break;
    for (const struct edge *edge = graph->edges[vertex]; edge; edge = edge->next) {
      if (so_far + edge->length < graph->distance[edge->to]) {
        graph->distance[edge->to] = so_far + edge->length;
        rise(graph, graph->place[edge->to]);
      }
    }
  }
  uint32_t sum = 0;
  for (uint32_t i = 0; i < VERTICES; i++)
    sum = sum * 31 + graph->distance[i];
  return sum;
}

uint32_t run(int rounds) {
  struct graph *graph = allocate(sizeof *graph);
  uint32_t sum = 0, state = 19;
  for (int i = 0; i < VERTICES; i++) {
    graph->edges[i] = 0;
    for (int e = 0; e < EDGES; e++) {
      struct edge *edge = allocate(sizeof *edge);
      *edge = (struct edge){graph->edges[i], next(&state) % VERTICES, 1 + next(&state) % 100};
      graph->edges[i] = edge;
    }
  }
  for (int round = 0; round < rounds; round++)
    sum = sum * 31 + ways_from(graph, round % VERTICES);
  for (int i = 0; i < VERTICES; i++) {
    while (graph->edges[i]) {
      struct edge *edge = graph->edges[i];
      graph->edges[i] = edge->next;
      free(edge);
    }
  }
  free(graph);
  return sum;
}
