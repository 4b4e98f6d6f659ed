/* A plugin of qemu: counts how often each block of the emulated program is executed, and writes the instructions of each
 * block with that number when the program ends. Plugins take one argument here, `out=FILE`.
 *
 * The interface is declared by hand: Debian has no package with its header. Only functions are used that it has had since version 1. */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t plugin_id;

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
char *qemu_plugin_insn_disas(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *), int flags, void *);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
/* Came with version 2, which no longer takes plugins of version 1. */
__attribute__((weak)) int qemu_plugin_num_vcpus(void);

/* qemu reads it before it calls anything but constructors. */
int qemu_plugin_version = 1;

__attribute__((constructor)) static void choose_version(void) {
  if (qemu_plugin_num_vcpus)
    qemu_plugin_version = 2;
}

struct block {
  struct block *next;
  uint64_t executed;
  size_t length;
  char *instructions[];
};

static struct block *blocks;
static char *output;

static void execute(unsigned processor, void *block) {
  (void)processor;
  __atomic_fetch_add(&((struct block *)block)->executed, 1, __ATOMIC_RELAXED);
}

/* Threads of the program translate at the same time. */
static void translate(plugin_id id, struct qemu_plugin_tb *code) {
  (void)id;
  size_t length = qemu_plugin_tb_n_insns(code);
  struct block *block = calloc(1, sizeof *block + length * sizeof *block->instructions);
  if (!block)
    abort();
  block->length = length;
  for (size_t at = 0; at < length; at++)
    block->instructions[at] = qemu_plugin_insn_disas(qemu_plugin_tb_get_insn(code, at));
  block->next = __atomic_load_n(&blocks, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&blocks, &block->next, block, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
  qemu_plugin_register_vcpu_tb_exec_cb(code, execute, 0, block);
}

/* A child counts from zero: the parent tells what was before. */
static void begin_child(void) {
  for (struct block *block = blocks; block; block = block->next)
    block->executed = 0;
}

/* One write for each process, so that those of several do not mix. */
static void finish(plugin_id id, void *data) {
  (void)id, (void)data;
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory)
    abort();
  for (struct block *block = __atomic_load_n(&blocks, __ATOMIC_ACQUIRE); block; block = block->next) {
    uint64_t executed = __atomic_load_n(&block->executed, __ATOMIC_RELAXED);
    for (size_t at = 0; executed && at < block->length; at++)
      fprintf(memory, "%llu %s\n", (unsigned long long)executed,
              block->instructions[at] ? block->instructions[at] : "?");
  }
  if (fclose(memory))
    abort();
  int file = open(output, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || write(file, text, size) != (ssize_t)size) {
    perror(output);
    abort();
  }
  close(file);
  free(text);
}

int qemu_plugin_install(plugin_id id, const void *info, int count, char **arguments) {
  (void)info;
  if (count != 1 || strncmp(arguments[0], "out=", 4))
    return 1;
  output = strdup(arguments[0] + 4);
  if (!output || pthread_atfork(NULL, NULL, begin_child))
    return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, finish, NULL);
  return 0;
}
