/* Texts. */
#ifdef __cplusplus
extern "C" {
#endif
/* A copy of the first `length` bytes, with a terminator. The caller frees it. */
char *copy_of(const char *text, unsigned length);
#ifdef __cplusplus
}
#endif
