// External data representation. The functions are not those of a library, which not every system has: these only succeed,
// and none of them has a definition that the compiler sees. So AddressSanitizer's are not called, either.
#include "effects_cases.h"

struct stream {
    int direction;
    void *rest[5];
};

static struct stream out = {0}, in = {1};

#ifdef __arm__
#define RETURN_ONE "mov r0, #1\n bx lr"
#else
#define RETURN_ONE "mov $1, %eax\n ret"
#endif
#define SUCCEED(function) __asm__(".globl " #function "\n .type " #function ", %function\n" #function ": " RETURN_ONE);

#define VALUE(function, bytes) \
    SUCCEED(function) \
    int function(struct stream *, void *); \
    OURS(function) { \
        function(&out, block(bytes)); \
    }
// The other direction, and the stream itself.
#define STORED(function, bytes) OURS(function##_case_stored) { function(&in, block(bytes)); }
#define STREAM(function) OURS(function##_case_stream) { function(copy(&in, sizeof in), &(double){0}); }

VALUE(xdr_bool, 4)
STORED(xdr_bool, 4)
VALUE(xdr_enum, 4)
STORED(xdr_enum, 4)
VALUE(xdr_char, 1)
STORED(xdr_char, 1)
VALUE(xdr_u_char, 1)
STORED(xdr_u_char, 1)
VALUE(xdr_short, 2)
STORED(xdr_short, 2)
VALUE(xdr_u_short, 2)
STORED(xdr_u_short, 2)
VALUE(xdr_int, 4)
STORED(xdr_int, 4)
VALUE(xdr_u_int, 4)
STORED(xdr_u_int, 4)
VALUE(xdr_long, sizeof(long))
STORED(xdr_long, sizeof(long))
VALUE(xdr_u_long, sizeof(long))
STORED(xdr_u_long, sizeof(long))
VALUE(xdr_hyper, 8)
STORED(xdr_hyper, 8)
VALUE(xdr_u_hyper, 8)
STORED(xdr_u_hyper, 8)
VALUE(xdr_longlong_t, 8)
STORED(xdr_longlong_t, 8)
VALUE(xdr_u_longlong_t, 8)
STORED(xdr_u_longlong_t, 8)
VALUE(xdr_int8_t, 1)
STORED(xdr_int8_t, 1)
VALUE(xdr_uint8_t, 1)
STORED(xdr_uint8_t, 1)
VALUE(xdr_int16_t, 2)
STORED(xdr_int16_t, 2)
VALUE(xdr_uint16_t, 2)
STORED(xdr_uint16_t, 2)
VALUE(xdr_int32_t, 4)
STORED(xdr_int32_t, 4)
VALUE(xdr_uint32_t, 4)
STORED(xdr_uint32_t, 4)
VALUE(xdr_int64_t, 8)
STORED(xdr_int64_t, 8)
VALUE(xdr_uint64_t, 8)
STORED(xdr_uint64_t, 8)
VALUE(xdr_quad_t, 8)
STORED(xdr_quad_t, 8)
VALUE(xdr_u_quad_t, 8)
STORED(xdr_u_quad_t, 8)
VALUE(xdr_float, 4)
STORED(xdr_float, 4)
VALUE(xdr_double, 8)
STORED(xdr_double, 8)
STREAM(xdr_int)

SUCCEED(xdr_bytes)
int xdr_bytes(struct stream *, char **, unsigned *, unsigned);
static char *bytes;
static unsigned five = 5;
OURS(xdr_bytes) { xdr_bytes(&out, (bytes = block(5), &bytes), &five, 9); }
OURS(xdr_bytes_case_stored) { xdr_bytes(&in, (bytes = block(5), &bytes), &five, 9); }
OURS(xdr_bytes_case_length) { xdr_bytes(&in, (bytes = malloc(5), &bytes), copy(&five, 4), 9); }

SUCCEED(xdr_string)
int xdr_string(struct stream *, char **, unsigned);
OURS(xdr_string) { xdr_string(&out, (bytes = text("string"), &bytes), 9); }
OURS(xdr_string_case_stored) { xdr_string(&in, (bytes = text("string"), &bytes), 9); }

SUCCEED(xdrmem_create)
void xdrmem_create(struct stream *, char *, unsigned, int);
OURS(xdrmem_create) { xdrmem_create(&out, block(9), 9, 0); }
OURS(xdrmem_create_case_stored) { xdrmem_create(&in, block(9), 9, 1); }
OURS(xdrmem_create_case_stream) { xdrmem_create(block(sizeof in), (char *)&in, 9, 1); }

SUCCEED(xdrrec_create)
void xdrrec_create(struct stream *, unsigned, unsigned, char *, int (*)(void), int (*)(void));
OURS(xdrrec_create) { xdrrec_create(block(sizeof in), 9, 9, 0, 0, 0); }

SUCCEED(xdrstdio_create)
void xdrstdio_create(struct stream *, FILE *, int);
OURS(xdrstdio_create) { xdrstdio_create(block(sizeof in), stdout, 0); }
