/* The entry points of the runtime for programs that are written by hand as the passes would instrument them. */
#include <stddef.h>

extern char sanecc_version __asm__("__sanecc_runtime_v12_is_missing__link_with_sanecc_or_preload_libsanecc_rt.so");
extern void __sanecc_check_range(const void *address, size_t length, const void *site);
extern void __sanecc_report_object(const void *address, size_t length, const void *start, size_t size,
                                   const void *site, const void *object);
extern void __sanecc_set_shadow(void *address, size_t size, int byte);
extern void __sanecc_clear_shadow(void *address, size_t size);
extern void __sanecc_unpoison(void *address, size_t size);
extern void __sanecc_poison_alloca(void *address, size_t size);
extern void __sanecc_register_globals(const void *first, size_t count);
extern void __sanecc_handle_no_return(void);

/* What makes a module pull the runtime into its link. */
static void *runtime __attribute__((used)) = &sanecc_version;

/* Records with self-relative pointers, which C cannot write: site.rs, frame.rs, global.rs. */
__asm__(".section .rodata\n"
        "name: .asciz \"victim\"\n"
        "file: .asciz \"dir/x.c\"\n"
        "buffer: .asciz \"buf\"\n"
        ".balign 8\n"
        ".balign 4\n"
        "place: .long file-., name-.\n"
        "site: .long place-.\n .byte 43, 0, 0, 1\n .short 9, 8\n"
        ".balign 8\n"
        "object: .long buffer-.\n .byte 0, 0, 0, 0\n .quad 10\n"
        ".balign 8\n"
        "frame: .long name-., file-., 40, 1\n .quad 32, 10\n .long buffer-., 41\n"
        ".section .data.rel.ro,\"aw\"\n"
        ".balign 8\n"
        "global: .quad 40, 64\n .long padded-., 0, buffer-., file-., 5, 0\n"
        ".text\n");
extern const char site[], object[], frame[], global[];
