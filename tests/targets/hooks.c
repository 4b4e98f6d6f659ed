// Hooks of system calls: what stands before the call, its arguments, and behind it its result before them.
#include <sanitizer/linux_syscall_hooks.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    char *block = malloc(16);
    struct timespec *time = malloc(sizeof *time);
    // Nothing is known of what the call will have written.
    __sanitizer_syscall_pre_getcwd(block, 4096);
    __sanitizer_syscall_pre_clock_gettime(1, block + 1);
    __sanitizer_syscall_pre_write(1, block, 16);
    __sanitizer_syscall_post_getcwd(16, block, 4096);
    __sanitizer_syscall_post_clock_gettime(0, 1, time);
    __sanitizer_syscall_post_clock_gettime(-22, 1, (char *)time + 1);
    // Seven words.
    __sanitizer_syscall_post_epoll_pwait(1, 3, block, 4, 5, 0, 8);
    __sanitizer_syscall_post_mq_timedreceive(16, 3, block, 16, 0, 0);
#ifdef FIXED
    __sanitizer_syscall_post_clock_gettime(0, 1, time);
#else
    __sanitizer_syscall_post_clock_gettime(0, 1, (char *)time + 1); //~ ERROR heap-buffer-overflow
#endif
    return 0;
}
