//! Symbols that a program or its C library may define, and the runtime uses where they are.

use super::weak_symbols;

weak_symbols! {
    /// glibc's flag that the process has one thread, a `char`.
    single_threaded_flag = "__libc_single_threaded";
    /// `const char *__asan_default_options(void)`, which a program may define.
    default_options_function = "__asan_default_options";
    /// `const char *__sanecc_default_options(void)`, which a program may define.
    own_default_options_function = "__sanecc_default_options";
    /// `void __sanitizer_on_print(const char *)`, which a program may define.
    on_print_function = "__sanitizer_on_print";
    /// `void __sanitizer_report_error_summary(const char *)`, ours unless the program defines it.
    report_summary_function = "__sanitizer_report_error_summary";
    /// `void __asan_on_error(void)`, which a program may define.
    on_error_function = "__asan_on_error";
    /// `void __sanitizer_malloc_hook(const volatile void *, size_t)`, which a program may define.
    malloc_hook = "__sanitizer_malloc_hook";
    /// `void __sanitizer_free_hook(const volatile void *)`, which a program may define.
    free_hook = "__sanitizer_free_hook";
    /// `int __sanitizer_ignore_free_hook(const volatile void *)`, which a program may define.
    ignore_free_hook = "__sanitizer_ignore_free_hook";
    /// `void *dlsym(void *, const char *)`; null in static programs that do not call it.
    dlsym_function = "dlsym";
    /// `const char *__lsan_default_options(void)`, which a program may define.
    leak_default_options_function = "__lsan_default_options";
    /// The driver defines it where leaks are to be looked for unless options say otherwise; not an address.
    looks_for_leaks = "__sanecc_looks_for_leaks";
    /// Modules define it that follow the provenance of pointers.
    provenance_is_followed = "__sanecc_provenance_is_followed";
    /// `const char *__lsan_default_suppressions(void)`, which a program may define.
    leak_default_suppressions_function = "__lsan_default_suppressions";
    /// `const char *__asan_default_suppressions(void)`, which a program may define.
    default_suppressions_function = "__asan_default_suppressions";
    /// `int __lsan_is_turned_off(void)`, which a program may define.
    leaks_turned_off_function = "__lsan_is_turned_off";
    /// `void __chk_fail(void)`, with which `_chk` functions end the program.
    check_failed_function = "__chk_fail";
    /// In static programs, glibc's list of the stacks of threads that have ended.
    cached_stacks = "_dl_stack_cache";
    /// `pthread_create` under the name that it has in the static C library; null in other programs.
    own_thread_creator = "__pthread_create";
    /// `__sanitizer_weak_hook_memcmp`, which a fuzzer may define.
    memcmp_hook = "__sanitizer_weak_hook_memcmp";
    /// `__sanitizer_weak_hook_memmem`, which a fuzzer may define.
    memmem_hook = "__sanitizer_weak_hook_memmem";
    /// `__sanitizer_weak_hook_strcmp`, which a fuzzer may define.
    strcmp_hook = "__sanitizer_weak_hook_strcmp";
    /// `__sanitizer_weak_hook_strncmp`, which a fuzzer may define.
    strncmp_hook = "__sanitizer_weak_hook_strncmp";
    /// `__sanitizer_weak_hook_strcasecmp`, which a fuzzer may define.
    strcasecmp_hook = "__sanitizer_weak_hook_strcasecmp";
    /// `__sanitizer_weak_hook_strncasecmp`, which a fuzzer may define.
    strncasecmp_hook = "__sanitizer_weak_hook_strncasecmp";
    /// `__sanitizer_weak_hook_strstr`, which a fuzzer may define.
    strstr_hook = "__sanitizer_weak_hook_strstr";
    /// `__sanitizer_weak_hook_strcasestr`, which a fuzzer may define.
    strcasestr_hook = "__sanitizer_weak_hook_strcasestr";
}
