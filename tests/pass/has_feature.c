// Programs can ask whether they are checked.
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if !__has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#error "neither feature nor macro says that addresses are checked"
#endif

int main(void) { return 0; }
