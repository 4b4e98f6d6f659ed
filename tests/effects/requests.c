// Functions with a request among their arguments.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <fcntl.h>
#include <linux/elf.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <net/if.h>
#include <signal.h>
#include <termios.h>
#include <time.h>

#ifndef PR_SCHED_CORE
#define PR_SCHED_CORE 62
#endif

const char *__asan_default_options(void) { return "handle_ioctl=1"; }

static int terminal(void) { return posix_openpt(O_RDWR | O_NOCTTY); }

static int pipe_with_bytes(void) {
    static int ends[2];
    pipe(ends);
    write(ends[1], "12345", 5);
    return ends[0];
}

CASE(ioctl) { ioctl(pipe_with_bytes(), FIONREAD, block(4)); }
CASE(ioctl_case_reads) { ioctl(pipe_with_bytes(), FIONBIO, copy(&(int){0}, 4)); }
CASE(ioctl_case_size) { ioctl(terminal(), TIOCGWINSZ, block(sizeof(struct winsize))); }
// By number: that of TCGETS is of the C library's `struct termios`, which is larger than the kernel's.
OURS(ioctl_case_terminal) { ioctl(terminal(), TCGETS, block(36)); }
CASE(ioctl_case_says_it_itself) { ioctl(terminal(), TIOCGPTN, block(4)); }
OURS(ioctl_case_interface) {
    struct ifreq request = {.ifr_name = "lo"};
    ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCGIFINDEX, copy(&request, sizeof request));
}
// Nothing is known of it.
OURS(ioctl_case_of_nothing) {
    ioctl(terminal(), 0x12345, malloc(1));
    ioctl(pipe_with_bytes(), FIONREAD, block(4));
}

OURS(prctl) { prctl(PR_GET_NAME, block(16)); }
OURS(prctl_case_reads) { prctl(PR_SET_NAME, text("short"), 0, 0, 0); }
OURS(prctl_case_number) { prctl(PR_GET_CHILD_SUBREAPER, block(4), 0, 0, 0); }

static pid_t stopped(void) {
    pid_t child = fork();
    if (!child) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        raise(SIGSTOP);
        _exit(0);
    }
    waitpid(child, 0, 0);
    return child;
}

static void end(pid_t child) {
    kill(child, SIGKILL);
    waitpid(child, 0, 0);
}

#ifdef __arm__
#define user_regs_struct user_regs
#define user_fpregs_struct user_fpregs
#endif

CASE(ptrace) {
    pid_t child = stopped();
    ptrace(PTRACE_GETREGS, child, 0, block(sizeof(struct user_regs_struct)));
    end(child);
}
CASE(ptrace_case_reads) {
    struct user_regs_struct registers;
    pid_t child = stopped();
    ptrace(PTRACE_GETREGS, child, 0, &registers);
    ptrace(PTRACE_SETREGS, child, 0, copy(&registers, sizeof registers));
    end(child);
}
CASE(ptrace_case_floating) {
    pid_t child = stopped();
    ptrace(PTRACE_GETFPREGS, child, 0, block(sizeof(struct user_fpregs_struct)));
    end(child);
}
CASE(ptrace_case_signal) {
    pid_t child = stopped();
    ptrace(PTRACE_GETSIGINFO, child, 0, block(sizeof(siginfo_t)));
    end(child);
}
CASE(ptrace_case_set) {
    struct iovec set = {block(sizeof(struct user_regs_struct)), sizeof(struct user_regs_struct)};
    pid_t child = stopped();
    ptrace(PTRACE_GETREGSET, child, NT_PRSTATUS, &set);
    end(child);
}

static int shared(void) { return shmget(IPC_PRIVATE, 1, 0600); }
CASE(shmctl) {
    int one = shared();
    shmctl(one, IPC_STAT, block(sizeof(struct shmid_ds)));
    shmctl(one, IPC_RMID, 0);
}
OURS(shmctl_case_reads) {
    int one = shared();
    struct shmid_ds state;
    shmctl(one, IPC_STAT, &state);
    shmctl(one, IPC_SET, copy(&state, sizeof state));
    shmctl(one, IPC_RMID, 0);
}
CASE(shmctl_case_limits) { shmctl(0, IPC_INFO, block(sizeof(struct shminfo))); }
CASE(shmctl_case_use) { shmctl(0, SHM_INFO, block(sizeof(struct shm_info))); }

OURS(msgctl) {
    int one = msgget(IPC_PRIVATE, 0600);
    msgctl(one, IPC_STAT, block(sizeof(struct msqid_ds)));
    msgctl(one, IPC_RMID, 0);
}
OURS(msgctl_case_limits) { msgctl(0, IPC_INFO, block(sizeof(struct msginfo))); }

OURS(semctl) {
    int one = semget(IPC_PRIVATE, 1, 0600);
    semctl(one, 0, IPC_STAT, block(sizeof(struct semid_ds)));
    semctl(one, 0, IPC_RMID);
}
OURS(semctl_case_limits) { semctl(0, 0, IPC_INFO, block(sizeof(struct seminfo))); }
OURS(semop) {
    int one = semget(IPC_PRIVATE, 1, 0600);
    semop(one, copy(&(struct sembuf){0, 1, 0}, sizeof(struct sembuf)), 1);
    semctl(one, 0, IPC_RMID);
}
OURS(semtimedop) {
    int one = semget(IPC_PRIVATE, 1, 0600);
    semtimedop(one, &(struct sembuf){0, 1, 0}, 1, copy(&(struct timespec){1, 0}, sizeof(struct timespec)));
    semctl(one, 0, IPC_RMID);
}
