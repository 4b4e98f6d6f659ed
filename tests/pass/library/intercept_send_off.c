// What is sent is not checked when nobody wants that.
//@ options: intercept_send=0
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    char *bytes = malloc(9);
    memset(bytes, 0, 9);
    send(pair[0], bytes, 10, 0);
    free(bytes);
    return 0;
}
