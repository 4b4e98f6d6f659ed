/* Deflates a file at several levels and strategies, inflates the result in pieces of an odd size, and prints the size
 * and checksum of what it made: equal output means an equal compressor.
 *
 * usage: zlib-workload FILE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define PIECE 4093 /* a prime: pieces never line up with zlib's windows */

static void die(const char *what) {
    fprintf(stderr, "zlib-workload: %s\n", what);
    exit(2);
}

static unsigned char *read_all(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        die("cannot read the input");
    long end = ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(end > 0 ? (size_t)end : 1);
    if (!bytes || fread(bytes, 1, (size_t)end, file) != (size_t)end)
        die("cannot read the input");
    fclose(file);
    *size = (size_t)end;
    return bytes;
}

static size_t compress_at(int level, int strategy, unsigned char *in, size_t in_size, unsigned char *out, size_t out_size) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, strategy) != Z_OK)
        die("deflateInit2 failed");
    stream.next_in = in;
    stream.avail_in = (uInt)in_size;
    stream.next_out = out;
    stream.avail_out = (uInt)out_size;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        die("deflate did not finish");
    size_t made = stream.total_out;
    deflateEnd(&stream);
    return made;
}

static void decompress_and_compare(unsigned char *packed, size_t packed_size, const unsigned char *original, size_t original_size) {
    unsigned char piece[PIECE];
    size_t done = 0;
    int status = Z_OK;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, 15 + 32) != Z_OK)
        die("inflateInit2 failed");
    stream.next_in = packed;
    stream.avail_in = (uInt)packed_size;
    while (status != Z_STREAM_END) {
        stream.next_out = piece;
        stream.avail_out = sizeof piece;
        status = inflate(&stream, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END)
            die("inflate failed");
        size_t got = sizeof piece - stream.avail_out;
        if (got > original_size - done || memcmp(piece, original + done, got) != 0)
            die("the inflated bytes differ from the original");
        done += got;
    }
    inflateEnd(&stream);
    if (done != original_size)
        die("the inflated file has another length");
}

int main(int argc, char **argv) {
    static const struct {
        int level, strategy;
    } ways[] = {{1, Z_DEFAULT_STRATEGY}, {6, Z_DEFAULT_STRATEGY}, {9, Z_FILTERED}, {6, Z_HUFFMAN_ONLY}, {6, Z_RLE}, {4, Z_FIXED}};
    size_t size, i;
    if (argc != 2)
        die("usage: zlib-workload FILE");
    unsigned char *input = read_all(argv[1], &size);
    size_t room = compressBound((uLong)size) + size / 4 + 1024;
    unsigned char *packed = malloc(room);
    if (!packed)
        die("out of memory");
    printf("zlib %s, input %zu bytes, adler32 %08lx\n", zlibVersion(), size, adler32(1, input, (uInt)size));
    for (i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        size_t made = compress_at(ways[i].level, ways[i].strategy, input, size, packed, room);
        decompress_and_compare(packed, made, input, size);
        printf("level %d strategy %d: %zu bytes, crc32 %08lx\n", ways[i].level, ways[i].strategy, made, crc32(0, packed, (uInt)made));
    }
    free(packed);
    free(input);
    return 0;
}
