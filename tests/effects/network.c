// Sockets, names and addresses.
#define _GNU_SOURCE
#include "effects_cases.h"
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/ether.h>
#include <netinet/in.h>
#include <resolv.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, struct sockaddr *, socklen_t *);

static int pair[2];

// One end of a pair of sockets, from which `count` datagrams of ten bytes can be read.
static int ten(int count) {
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    while (count--)
        write(pair[1], "0123456789", 10);
    return pair[0];
}

// A socket with an address of 16 bytes.
static int bound(int type) {
    int one = socket(AF_INET, type, 0);
    struct sockaddr_in address = {AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(one, (void *)&address, sizeof address);
    if (type == SOCK_STREAM)
        listen(one, 9);
    return one;
}

// One end of a connection; the other is `other`.
static int other;
static int connected(int to) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    getsockname(to, (void *)&address, &size);
    other = socket(AF_INET, SOCK_STREAM, 0);
    connect(other, (void *)&address, sizeof address);
    return other;
}

// A datagram of ten bytes waits at a socket with an address.
static int arrived(void) {
    int to = bound(SOCK_DGRAM);
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    getsockname(to, (void *)&address, &size);
    sendto(bound(SOCK_DGRAM), "0123456789", 10, 0, (void *)&address, sizeof address);
    return to;
}

static socklen_t *room(socklen_t size) {
    static socklen_t kept;
    kept = size;
    return &kept;
}

static struct msghdr *message(size_t size) {
    static struct iovec vector;
    static struct msghdr header;
    vector = (struct iovec){block(size), 10};
    header = (struct msghdr){.msg_iov = &vector, .msg_iovlen = 1};
    return &header;
}

static struct mmsghdr *messages(void) {
    static struct mmsghdr headers[2];
    static char bytes[10];
    static struct iovec first = {bytes, 10};
    headers[0].msg_hdr = (struct msghdr){.msg_iov = &first, .msg_iovlen = 1};
    headers[1].msg_hdr = *message(10);
    return headers;
}

CASE(recv) { recv(ten(1), block(10), 99, 0); }
OURS(__recv_chk) { __recv_chk(ten(1), block(10), 99, -1, 0); }
CASE(recvfrom) { recvfrom(ten(1), block(10), 99, 0, 0, 0); }
OURS(recvfrom_case_address) { recvfrom(arrived(), malloc(10), 10, 0, block(16), room(99)); }
OURS(__recvfrom_chk) { __recvfrom_chk(ten(1), block(10), 99, -1, 0, 0, 0); }
OURS(__recvfrom_chk_case_address) { __recvfrom_chk(arrived(), malloc(10), 10, -1, 0, block(16), room(99)); }
CASE(recvmsg) { recvmsg(ten(1), message(10), 0); }

CASE(recvmsg_case_name) {
    struct msghdr *header = message(10 + over);
    header->msg_name = block(16);
    header->msg_namelen = 99;
    recvmsg(arrived(), header, 0);
}

CASE(recvmsg_case_header) {
    struct msghdr *header = copy(&(struct msghdr){0}, sizeof *header);
    recvmsg(ten(1), header, 0);
}

CASE(sendmsg_case_vector) {
    struct msghdr header = {.msg_iov = copy(&(struct iovec){0}, sizeof *header.msg_iov), .msg_iovlen = 1};
    sendmsg(ten(0), &header, 0);
}

CASE(recvmmsg) { recvmmsg(ten(2), messages(), 2, 0, 0); }
CASE(send) { send(ten(0), block(10), 10, 0); }
CASE(sendto) { sendto(ten(0), block(10), 10, 0, 0, 0); }
CASE(sendmsg) { sendmsg(ten(0), message(10), 0); }
CASE(sendmmsg) { sendmmsg(ten(0), messages(), 2, 0); }

CASE(accept) {
    int listening = bound(SOCK_STREAM);
    connected(listening);
    accept(listening, block(16), room(99));
}

CASE(accept_case_cut) {
    int listening = bound(SOCK_STREAM);
    connected(listening);
    accept(listening, block(5), room(5));
}

CASE(accept4) {
    int listening = bound(SOCK_STREAM);
    connected(listening);
    accept4(listening, block(16), room(99), 0);
}

CASE(getsockname) { getsockname(bound(SOCK_DGRAM), block(16), room(99)); }
CASE(getpeername) { getpeername(connected(bound(SOCK_STREAM)), block(16), room(99)); }
OURS(bind) { bind(socket(AF_INET, SOCK_STREAM, 0), copy(&(struct sockaddr_in){AF_INET}, 16), 16); }
OURS(connect) { connect(socket(AF_INET, SOCK_DGRAM, 0), copy(&(struct sockaddr_in){AF_INET}, 16), 16); }
CASE(getsockopt) { getsockopt(bound(SOCK_DGRAM), SOL_SOCKET, SO_TYPE, block(4), room(4)); }
OURS(setsockopt) { setsockopt(bound(SOCK_DGRAM), SOL_SOCKET, SO_BROADCAST, copy(&(int){1}, 4), 4); }
OURS(socketpair) { socketpair(AF_UNIX, SOCK_STREAM, 0, block(8)); }

static struct addrinfo numeric = {.ai_flags = AI_NUMERICHOST};

CASE(getaddrinfo) { getaddrinfo("127.0.0.1", 0, &numeric, block(sizeof(void *))); }

CASE(getaddrinfo_case_name) {
    struct addrinfo *found;
    getaddrinfo(text("127.0.0.1"), 0, &numeric, &found);
}

CASE(getnameinfo) {
    struct sockaddr_in address = {AF_INET};
    getnameinfo((void *)&address, sizeof address, block(8), 99, 0, 0, NI_NUMERICHOST);
}

CASE(getnameinfo_case_service) {
    struct sockaddr_in address = {AF_INET, htons(70)};
    getnameinfo((void *)&address, sizeof address, 0, 0, block(3), 99, NI_NUMERICSERV);
}

OURS(gethostbyname) { gethostbyname(text("127.0.0.1")); }
OURS(gethostbyname2) { gethostbyname2(text("127.0.0.1"), AF_INET); }
CASE(gethostbyaddr) { gethostbyaddr(copy((char[]){127, 0, 0, 1}, 4), 4, AF_INET); }

static struct hostent entry;
static struct protoent protocol, *found_protocol;
static char buffer[9999];
static struct hostent *found;
static int error;

CASE(gethostbyname_r) { gethostbyname_r("127.0.0.1", block(sizeof entry), buffer, sizeof buffer, &found, &error); }
OURS(gethostbyname_r_case_asked) { gethostbyname_r(text("127.0.0.1"), &entry, buffer, sizeof buffer, &found, &error); }
CASE(gethostbyname2_r) { gethostbyname2_r("127.0.0.1", AF_INET, &entry, buffer, sizeof buffer, block(sizeof(void *)), &error); }

CASE(gethostbyname_r_case_name) {
    // The name comes last.
    gethostbyname_r("127.0.0.1", &entry, buffer, sizeof buffer, &found, &error);
    size_t used = (size_t)(found->h_name + sizeof "127.0.0.1" - buffer);
    gethostbyname_r("127.0.0.1", &entry, block(used), sizeof buffer, &found, &error);
}

CASE(gethostbyaddr_r) {
    char *address = copy((char[]){127, 0, 0, 1}, 4);
    gethostbyaddr_r(address, 4, AF_INET, &entry, buffer, sizeof buffer, &found, &error);
}

CASE(gethostbyaddr_r_case_error) {
    int *where = block(4);
    gethostbyaddr_r("\177\0\0\1", 4, AF_INET, &entry, buffer, sizeof buffer, &found, where);
}

CASE(getprotobyname_r) { getprotobyname_r("tcp", &protocol, buffer, sizeof buffer, block(sizeof(void *))); }
CASE(getprotobynumber_r) { getprotobynumber_r(6, &protocol, buffer, sizeof buffer, block(sizeof(void *))); }
CASE(getprotobynumber_r_case_entry) { getprotobynumber_r(6, block(sizeof protocol), buffer, sizeof buffer, &found_protocol); }

CASE(dn_expand) {
    unsigned char name[] = "\3one\3two";
    dn_expand(name, name + sizeof name, name, block(8), 99);
}

CASE(inet_pton) { inet_pton(AF_INET, "127.0.0.1", block(4)); }
CASE(inet_pton_case_six) { inet_pton(AF_INET6, "::1", block(16)); }
CASE(inet_ntop) { inet_ntop(AF_INET, "\177\0\0\1", block(10), 99); }
CASE(inet_ntop_case_address) { inet_ntop(AF_INET, copy("\177\0\0\1", 4), malloc(99), 99); }
CASE(inet_aton) { inet_aton("127.0.0.1", block(4)); }
OURS(inet_addr) { inet_addr(text("127.0.0.1")); }
CASE(if_indextoname) { if_indextoname(1, block(3)); }
CASE(if_nametoindex) { if_nametoindex(text("lo")); }
CASE(getifaddrs) { getifaddrs(block(sizeof(void *))); }

static struct ether_addr ether;

CASE(ether_aton) { ether_aton(text("1:2:3:4:5:6")); }
CASE(ether_aton_r) { ether_aton_r("1:2:3:4:5:6", block(6)); }
CASE(ether_ntoa) { ether_ntoa(block(6)); }
CASE(ether_ntoa_r) { ether_ntoa_r(&ether, block(12)); }
CASE(ether_hostton) { ether_hostton(text("nobody"), &ether); }
CASE(ether_ntohost) { ether_ntohost(malloc(99), block(6)); }

CASE(ether_line) {
    char name[99];
    ether_line(text("1:2:3:4:5:6 one"), &ether, name);
}

int __b64_ntop(const unsigned char *, size_t, char *, size_t);
int __b64_pton(const char *, unsigned char *, size_t);

CASE(dn_comp) { dn_comp("one.two", block(9), 99, 0, 0); }
OURS(dn_comp_case_name) { dn_comp(text("one.two"), malloc(99), 99, 0, 0); }
CASE(__b64_ntop) { __b64_ntop(block(6), 6, malloc(99), 99); }
CASE(__b64_ntop_case_written) { __b64_ntop((const unsigned char *)"sixsix", 6, block(9), 99); }
CASE(__b64_pton) { __b64_pton("c2l4c2l4", block(6), 99); }
CASE(__b64_pton_case_read) { __b64_pton(text("c2l4c2l4"), malloc(99), 99); }

static struct hostent host;
static struct protoent one_protocol, *found_entry;
static struct hostent *found_host;
CASE(gethostent_r) {
    int error;
    gethostent_r(&host, buffer, sizeof buffer, block(sizeof(void *)), &error);
}
CASE(getprotoent_r) { getprotoent_r(&one_protocol, buffer, sizeof buffer, block(sizeof(void *))); }
OURS(getprotobyname) { getprotobyname(text("tcp")); }
OURS(getnetbyname) { getnetbyname(text("nowhere")); }
OURS(getservbyname) { getservbyname("http", text("tcp")); }
