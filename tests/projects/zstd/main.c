/* Compresses a file with zstd in one call at several levels, through the streaming interface, and in small records with
 * a trained dictionary; decompresses each and prints sizes and checksums: equal output means an equal compressor.
 *
 * usage: zstd-workload FILE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zdict.h>
#include <zstd.h>

enum { RECORD = 2048, PIECE = 4093, DICTIONARY = 16 * 1024, SAMPLES = 400 };

static void die(const char *what, const char *why) {
    fprintf(stderr, "zstd-workload: %s: %s\n", what, why);
    exit(2);
}

static size_t checked(size_t code, const char *what) {
    if (ZSTD_isError(code))
        die(what, ZSTD_getErrorName(code));
    return code;
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory)
        die("malloc", "out of memory");
    return memory;
}

static unsigned char *read_all(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        die("cannot read", path);
    long end = ftell(file);
    rewind(file);
    unsigned char *bytes = allocate((size_t)end + 1);
    if (fread(bytes, 1, (size_t)end, file) != (size_t)end)
        die("cannot read", path);
    fclose(file);
    *size = (size_t)end;
    return bytes;
}

static unsigned long long fnv1a(unsigned long long hash, const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 1099511628211ull;
    return hash;
}

#define FNV_START 14695981039346656037ull

static void whole_file(const unsigned char *in, size_t size, int level) {
    size_t room = ZSTD_compressBound(size);
    unsigned char *packed = allocate(room), *back = allocate(size + 1);
    size_t made = checked(ZSTD_compress(packed, room, in, size, level), "ZSTD_compress");
    size_t restored = checked(ZSTD_decompress(back, size, packed, made), "ZSTD_decompress");
    if (restored != size || memcmp(in, back, size) != 0)
        die("ZSTD_decompress", "the bytes differ from the original");
    printf("level %d: %zu bytes, fnv %016llx\n", level, made, fnv1a(FNV_START, packed, made));
    free(packed);
    free(back);
}

static void streamed(const unsigned char *in, size_t size, int level) {
    unsigned char out[PIECE];
    unsigned long long hash = FNV_START;
    size_t made = 0, left = 1;
    ZSTD_CCtx *context = ZSTD_createCCtx();
    checked(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level), "level");
    checked(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1), "checksum");
    ZSTD_inBuffer input = {in, size, 0};
    while (left != 0) {
        ZSTD_outBuffer output = {out, sizeof out, 0};
        left = checked(ZSTD_compressStream2(context, &output, &input, ZSTD_e_end), "ZSTD_compressStream2");
        hash = fnv1a(hash, out, output.pos);
        made += output.pos;
    }
    ZSTD_freeCCtx(context);
    printf("stream, level %d: %zu bytes, fnv %016llx\n", level, made, hash);
}

static void with_dictionary(const unsigned char *in, size_t size) {
    size_t records = size / RECORD, samples = records < SAMPLES ? records : SAMPLES, sizes[SAMPLES], made = 0;
    unsigned long long hash = FNV_START;
    unsigned char *dictionary = allocate(DICTIONARY), packed[RECORD * 2], back[RECORD];
    for (size_t i = 0; i < samples; i++)
        sizes[i] = RECORD;
    size_t length = checked(ZDICT_trainFromBuffer(dictionary, DICTIONARY, in, sizes, (unsigned)samples), "training");
    ZSTD_CCtx *compressor = ZSTD_createCCtx();
    ZSTD_DCtx *decompressor = ZSTD_createDCtx();
    for (size_t i = 0; i < records; i++) {
        const unsigned char *record = in + i * RECORD;
        size_t one = checked(ZSTD_compress_usingDict(compressor, packed, sizeof packed, record, RECORD, dictionary, length, 3), "record");
        size_t got = checked(ZSTD_decompress_usingDict(decompressor, back, sizeof back, packed, one, dictionary, length), "record");
        if (got != RECORD || memcmp(back, record, RECORD) != 0)
            die("record", "the bytes differ from the original");
        hash = fnv1a(hash, packed, one);
        made += one;
    }
    ZSTD_freeCCtx(compressor);
    ZSTD_freeDCtx(decompressor);
    printf("%zu records with a dictionary of %zu bytes: %zu bytes, fnv %016llx\n", records, length, made, hash);
    free(dictionary);
}

int main(int argc, char **argv) {
    static const int levels[] = {1, 3, 9, 13};
    size_t size;
    if (argc != 2)
        die("usage", "zstd-workload FILE");
    unsigned char *input = read_all(argv[1], &size);
    printf("zstd %s, input %zu bytes\n", ZSTD_versionString(), size);
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        whole_file(input, size, levels[i]);
    streamed(input, size, 5);
    with_dictionary(input, size);
    free(input);
    return 0;
}
